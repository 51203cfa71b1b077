import { type Part, readTokens, USERNAME, type Values } from '@pigeonpost/contract/message-text';
import css from './message-bubble.module.css';

type MessageBubbleProps = {
  text: string;
  name?: string | undefined;
  /** What else is known of the reader, by field; left out, {username} alone is a blank. */
  values?: Values | undefined;
};

/** A message as its reader gets it. Blanks are marked, and filled where `name` and `values` say with what. */
export function MessageBubble({ text, name, values }: MessageBubbleProps) {
  return (
    <p className={css.bubble} dir="auto">
      {readTokens(text).map(({ source, at, part }) => (
        <Piece key={at} source={source} part={part} name={name} values={values} />
      ))}
    </p>
  );
}

type PieceProps = Omit<MessageBubbleProps, 'text'> & { source: string; part: Part };

function Piece({ source, part, name, values }: PieceProps) {
  if (typeof part === 'string') return values ? part : source;
  if (part.name === USERNAME && (values || source === `{${USERNAME}}`))
    return <Filled>{name ?? source}</Filled>;
  const value = values?.[part.name] || part.else;
  if (!values || value === undefined) return values ? <Filled isMissing>{source}</Filled> : source;
  return <Filled>{value}</Filled>;
}

function Filled({ children, isMissing }: { children: string; isMissing?: boolean }) {
  return (
    <mark className={css.blank} dir="auto" data-missing={isMissing}>
      {children}
    </mark>
  );
}
