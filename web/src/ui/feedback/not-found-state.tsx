import type { ScreenPath } from '../../paths.ts';
import { ButtonLink } from '../form/button-link.tsx';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { Postmark } from '../layout/postmark.tsx';
import css from './empty-state.module.css';

type NotFoundStateProps = {
  /** The title, such as 'Campaign not found'. */
  title: string;
  sentence: string;
  /** The section that lists such rows. */
  section: { label: string; to: ScreenPath };
};

/** A row that does not exist, or is another user's: postmark without a card, and a way back. */
export function NotFoundState({ title, sentence, section }: NotFoundStateProps) {
  return (
    <div className={css.state}>
      <Breadcrumbs section={section.label} to={section.to} current={title} />
      <Postmark />
      <h1 className={css.title}>{title}</h1>
      <p className={css.sentence}>{sentence}</p>
      <ButtonLink to={section.to} variant="default" className={css.action}>
        {`Back to ${section.label}`}
      </ButtonLink>
    </div>
  );
}
