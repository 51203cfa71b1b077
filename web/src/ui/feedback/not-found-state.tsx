import type { ScreenPath } from '../../paths.ts';
import { ButtonLink } from '../form/button-link.tsx';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { Postmark } from '../layout/postmark.tsx';
import css from './empty-state.module.css';

type NotFoundStateProps = {
  /** The title, such as 'Campaign not found'. */
  title: string;
  sentence: string;
  /** Where such things are listed. */
  section: { label: string; to: ScreenPath };
};

/** A thing that is not there, or not the reader's: postmark without a card, and a way back. */
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
