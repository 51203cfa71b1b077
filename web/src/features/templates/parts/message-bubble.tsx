import css from './message-bubble.module.css';

const BLANK = '{username}';

/** A message as its reader gets it; the placeholder is marked, or filled with `name`. */
export function MessageBubble({ text, name }: { text: string; name?: string | undefined }) {
  return (
    <p className={css.bubble} dir="auto">
      {text.split(BLANK).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place
        <span key={index}>
          {index > 0 ? (
            <mark className={css.blank} dir="auto">
              {name ?? BLANK}
            </mark>
          ) : null}
          {part}
        </span>
      ))}
    </p>
  );
}
