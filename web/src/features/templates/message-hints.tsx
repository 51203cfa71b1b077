import { countCharacters } from '@pigeonpost/contract/characters';
import {
  fillText,
  findUnknownBlanks,
  parseText,
  readTokens,
  type Token,
  USERNAME,
} from '@pigeonpost/contract/message-text';
import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import type { ShownList } from './api.ts';
import { correctBlank, findLikeABlank } from './parts/mistyped-blank.ts';
import { USERNAME_BLANK } from './parts/plain-text.ts';
import { wordsOf } from './parts/words-of.ts';
import { LONGEST_NAME } from './read-as-field.tsx';
import css from './templates.module.css';

type MessageHintsProps = {
  content: string;
  shown: ShownList | undefined;
  onContent: (content: string) => void;
};

/** Probable mistakes in a message; none of them prevents saving. */
export function MessageHints(props: MessageHintsProps) {
  const { content } = props;
  const longest = countCharacters(fillText(parseText(content).parts, { [USERNAME]: LONGEST_NAME }));
  return (
    <div role="status">
      <UnknownBlank {...props} />
      <LackedFields {...props} />
      {longest > TEMPLATE_CONTENT_MAX ? (
        <Hint>
          With a long name this message has {formatCount(longest)} characters; Instagram takes{' '}
          {formatCount(TEMPLATE_CONTENT_MAX)}.
        </Hint>
      ) : null}
    </div>
  );
}

function Hint({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <p className={css.hint}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{children}</span>
      {actions}
    </p>
  );
}

function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className={`${css.insert} text-button`} onClick={onPress}>
      {children}
    </button>
  );
}

/** The first blank that cannot be filled, or what another tool would fill. */
function UnknownBlank({ content, shown, onContent }: MessageHintsProps) {
  const names = shown?.fields.map(({ name }) => name) ?? [];
  const tokens = readTokens(content);
  const [unknown] = findUnknownBlanks(content, names);
  const token = tokens.find(({ at }) => at === unknown?.at);
  if (unknown && token) {
    const replace = (text: string) =>
      onContent(tokens.map(({ source }) => (source === token.source ? text : source)).join(''));
    const meant = unknown.suggestion ?? (names.length === 0 ? USERNAME_BLANK : undefined);
    return (
      <Hint
        actions={
          <>
            {meant === undefined ? null : (
              <TextButton onPress={() => replace(renamed(token, meant))}>Change it to {meant}</TextButton>
            )}
            <TextButton onPress={() => replace(token.source.replace(/[{}|]/g, '\\$&'))}>
              Send it as it stands
            </TextButton>
          </>
        }
      >
        <code>{unknown.blank}</code> is no field of yours: no campaign can be made with it.
      </Hint>
    );
  }
  const mistyped = findLikeABlank(withoutTokens(tokens));
  if (mistyped === undefined) return null;
  return (
    <Hint
      actions={
        <TextButton onPress={() => onContent(correctBlank(content, mistyped))}>
          Change it to {USERNAME_BLANK}
        </TextButton>
      }
    >
      <code>{mistyped}</code> would be sent as it stands.
    </Hint>
  );
}

/** The blank that is meant, with the fallback that was typed. */
function renamed({ source, part }: Token, meant: string): string {
  const hasFallback = typeof part !== 'string' && part.else !== undefined;
  return hasFallback ? meant.slice(0, -1) + source.slice(source.indexOf('|')) : meant;
}

/** The text without what is read as a blank or an escaped character already. */
function withoutTokens(tokens: readonly Token[]): string {
  return tokens.map(({ source, part }) => (source === part ? source : ' '.repeat(source.length))).join('');
}

/** The first blank that nothing stands in for where people lack it. */
function LackedFields({ content, shown, onContent }: MessageHintsProps) {
  const tokens = readTokens(content);
  for (const { at, source, part } of tokens) {
    if (typeof part === 'string' || part.else !== undefined) continue;
    const field = shown?.fields.find(({ name }) => name === part.name);
    const lacking = field?.people == null || !shown ? 0 : shown.people - field.people;
    if (lacking <= 0) continue;
    const word = `${source.slice(0, -1)}|…}`;
    return (
      <Hint
        actions={
          <TextButton
            onPress={() => onContent(content.slice(0, at) + word + content.slice(at + source.length))}
          >
            Write a word for them
          </TextButton>
        }
      >
        <b>
          {formatCount(lacking)} of the {formatNoun(shown?.people ?? 0, 'recipient')} of {shown?.name}{' '}
          {lacking === 1 ? 'has' : 'have'} nothing for “{wordsOf(part.name)}”
        </b>
        , and no word stands in its place. Campaigns leave them out.
      </Hint>
    );
  }
  return null;
}
