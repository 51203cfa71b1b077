import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import css from './message-bubble.module.css';
import { isPlainText, USERNAME_BLANK } from './plain-text.ts';

type MessageBubbleProps = {
  text: string;
  name?: string | undefined;
  /** What else is known of the reader, by field; where it is left out it is asked for. */
  values?: Readonly<Record<string, string>> | undefined;
  /** Of a campaign from before blanks: only {username} means something. */
  isAsItStands?: boolean;
};

// Most texts have no other blank.
const FilledBubble = lazyPart(() => import('../filled-bubble.tsx').then((m) => m.FilledBubble));

/** A message as its reader gets it: blanks are marked, and filled where there is a reader, else said in words. */
export function MessageBubble({ text, name, values, isAsItStands }: MessageBubbleProps) {
  if (!isAsItStands && !isPlainText(text))
    return <FilledBubble text={text} name={name} values={values} fallback={<Unread text={text} />} />;
  const [first, ...rest] = text.split(USERNAME_BLANK);
  return (
    <p className={css.bubble} dir="auto">
      {first}
      {rest.map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key
        <span key={index}>
          <mark className={css.blank} dir="auto">
            {name ?? USERNAME_BLANK}
          </mark>
          {words}
        </span>
      ))}
    </p>
  );
}

/** Keeps the room of a text that cannot be read yet. */
function Unread({ text }: { text: string }) {
  return (
    <p className={css.bubble} aria-busy="true">
      <span className={css.unread}>{text}</span>
    </p>
  );
}
