import type { Plan } from '@pigeonpost/contract/calls/plans';
import { OPTOUT, stopLink } from '@pigeonpost/contract/people/stop-link';
import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import {
  blankNames,
  fillText,
  findUnknownBlanks,
  hasStopLink,
  parseText,
  readTokens,
  type Token,
  USERNAME,
} from '@pigeonpost/contract/text/message-text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useNameKind } from '../../account/settings.ts';
import { useSiteWords } from '../../account/site-words.ts';
import { formatCount } from '../../format/format-number.ts';
import { PersonLink } from '../../names/person-link.tsx';
import { peopleSettingsQuery } from '../stop-link/api.ts';
import type { DraftPlan, ShownList } from './api.ts';
import { plannedPeople } from './draft-plan.ts';
import { Hint, TextButton } from './hint.tsx';
import { correctBlanks, findLikeABlank, meantBlank } from './parts/mistyped-blank.ts';
import { USERNAME_BLANK, wordsOf } from './parts/plain-text.ts';
import { LONGEST_NAME } from './read-as-field.tsx';
import { StopLinkHint } from './stop-link-hint.tsx';
import css from './templates.module.css';

type MessageHintsProps = {
  content: string;
  shown: ShownList | undefined;
  planned: DraftPlan | undefined;
  onContent: (content: string) => void;
};

/** Probable mistakes in a message; none of them prevents saving. */
export function MessageHints(props: MessageHintsProps) {
  const { content } = props;
  const { takes } = useSiteWords();
  const { data } = useQuery({ ...peopleSettingsQuery, enabled: hasStopLink(content) });
  const values = { [USERNAME]: LONGEST_NAME, [OPTOUT]: data ? stopLink(data.stop_link.address) : '' };
  const longest = countCharacters(fillText(parseText(content).parts, values));
  return (
    <div role="status">
      <UnknownBlank {...props} />
      <LeftOut {...props} />
      <StopLinkHint {...props} />
      {longest > TEMPLATE_CONTENT_MAX ? (
        <Hint>
          With a long name this message has {formatCount(longest)} characters; {takes}{' '}
          {formatCount(TEMPLATE_CONTENT_MAX)}.
        </Hint>
      ) : null}
    </div>
  );
}

/** The first blank that cannot be filled, or what another tool would fill. */
function UnknownBlank({ content, shown, onContent }: MessageHintsProps) {
  const kind = useNameKind();
  const names = blankNames(shown?.fields.map(({ name }) => name) ?? [], kind);
  const tokens = readTokens(content);
  const [unknown] = findUnknownBlanks(content, names);
  const token = tokens.find(({ at }) => at === unknown?.at);
  if (unknown && token) {
    const replace = (text: string) =>
      onContent(tokens.map(({ source }) => (source === token.source ? text : source)).join(''));
    const meant =
      unknown.suggestion ??
      meantBlank(token.source, names) ??
      (shown?.fields.length ? undefined : USERNAME_BLANK);
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
  const find = (text: string) => findLikeABlank(withoutTokens(readTokens(text)), names);
  const mistyped = find(content);
  if (mistyped === undefined) return null;
  return (
    <Hint
      actions={
        <TextButton onPress={() => onContent(correctBlanks(content, find, mistyped.text))}>
          Change it to {mistyped.meant}
        </TextButton>
      }
    >
      <code>{mistyped.text}</code> would be sent as it stands.
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

/** The first blank that nothing stands in for where people lack it, and messages that are too long once filled. */
function LeftOut({ content, shown, planned, onContent }: MessageHintsProps) {
  if (!planned || !shown) return null;
  const { will_not } = planned.plan;
  const blanks = readTokens(content).flatMap(({ at, source, part }) =>
    typeof part === 'string' || part.else !== undefined ? [] : [{ at, source, name: part.name }],
  );
  const lacked = blanks.flatMap((blank) => {
    const leftOut = will_not.find(({ reason, field }) => reason === 'unfilled' && field === blank.name);
    return leftOut ? [{ ...blank, leftOut }] : [];
  })[0];
  const tooLong = will_not.find(({ reason }) => reason === 'too_long');
  const all = plannedPeople(planned);
  const people = `${formatCount(all)} ${all === shown.people ? '' : 'pending '}${all === 1 ? 'recipient' : 'recipients'}`;
  const writeWord = ({ at, source }: { at: number; source: string }) =>
    onContent(`${content.slice(0, at)}${source.slice(0, -1)}|…}${content.slice(at + source.length)}`);
  return (
    <>
      {lacked ? (
        <PeopleHint
          key={lacked.name}
          leftOut={lacked.leftOut}
          action={<TextButton onPress={() => writeWord(lacked)}>Write a word for them</TextButton>}
        >
          <b>
            {formatCount(lacked.leftOut.count)} of the {people} of {shown.name}{' '}
            {lacked.leftOut.count === 1 ? 'has' : 'have'} nothing for “{wordsOf(lacked.name)}”
          </b>
          , and no word stands in its place. Campaigns leave them out.
        </PeopleHint>
      ) : null}
      {tooLong ? (
        <PeopleHint leftOut={tooLong}>
          <b>
            {formatCount(tooLong.count)} of the {people} of {shown.name} would get more than{' '}
            {formatCount(TEMPLATE_CONTENT_MAX)} characters
          </b>
          . Campaigns leave them out.
        </PeopleHint>
      ) : null}
    </>
  );
}

type PeopleHintProps = { leftOut: Plan['will_not'][number]; children: ReactNode; action?: ReactNode };

/** A hint about people, whom a press shows. */
function PeopleHint({ leftOut: { count, people }, children, action }: PeopleHintProps) {
  const [isOpen, setOpen] = useState(false);
  const names = useId();
  const more = count - people.length;
  return (
    <>
      <Hint
        actions={
          <>
            {action}
            <button
              type="button"
              className={`${css.insert} text-button`}
              aria-expanded={isOpen}
              aria-controls={names}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'} the {formatCount(count)}
            </button>
          </>
        }
      >
        {children}
      </Hint>
      {/* Part of a live region that would read a hundred names. */}
      <div id={names} className={css.names} hidden={!isOpen} aria-live="off">
        {people.map((name) => (
          <PersonLink key={name} name={name} />
        ))}
        {more > 0 ? <span className="dimmed">and {formatCount(more)} more</span> : null}
      </div>
    </>
  );
}
