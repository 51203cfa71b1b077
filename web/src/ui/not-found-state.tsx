import { Breadcrumbs } from './breadcrumbs.tsx';
import { ButtonLink } from './button-link.tsx';
import css from './empty-state.module.css';
import { Postmark } from './postmark.tsx';

type NotFoundStateProps = {
  /** The specified words, such as 'Campaign not found'. */
  title: string;
  sentence: string;
  /** Where such things are listed. */
  section: { label: string; to: string };
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
