import {
  type Blank,
  hasStopLink,
  readTokens,
  USERNAME,
  type Values,
} from '@pigeonpost/contract/message-text';
import { OPTOUT, stopLink } from '@pigeonpost/contract/stop-link';
import { useQuery } from '@tanstack/react-query';
import { personValuesQuery } from '../people/api.ts';
import { peopleSettingsQuery } from '../stop-link/api.ts';
import css from './parts/message-bubble.module.css';
import { mayUseFields } from './parts/plain-text.ts';
import { wordsOf } from './parts/words-of.ts';

type FilledBubbleProps = {
  text: string;
  name: string | undefined;
  values: Values | undefined;
};

/** A message with fields as its reader gets it; blanks are said in words until their values are known. */
export function FilledBubble({ text, name, values: given }: FilledBubbleProps) {
  const isAsked = name !== undefined && given === undefined && mayUseFields(text);
  const { data: asked } = useQuery({ ...personValuesQuery(name ?? ''), enabled: isAsked });
  const values = given ?? (isAsked ? asked : undefined);
  const { data: ofLink } = useQuery({ ...peopleSettingsQuery, enabled: hasStopLink(text) });
  const readerValue = (blank: Blank) => {
    if (blank.name === OPTOUT) return ofLink && stopLink(ofLink.stop_link.address);
    return blank.name === USERNAME ? name : values?.[blank.name];
  };
  return (
    <p className={css.bubble} dir="auto">
      {readTokens(text).map(({ at, part }) => {
        if (typeof part === 'string') return <span key={at}>{part}</span>;
        const isOfAll = part.name === USERNAME || (part.name === OPTOUT && ofLink !== undefined);
        const isKnown = name !== undefined && (values !== undefined || isOfAll);
        return isKnown ? (
          <Filled key={at} blank={part} value={readerValue(part)} />
        ) : (
          <InWords key={at} blank={part} />
        );
      })}
    </p>
  );
}

/** 'first name, else “there”' */
function InWords({ blank }: { blank: Blank }) {
  return (
    <mark className={css.blank} data-words="true" dir="auto">
      {blank.name === OPTOUT ? 'stop link' : wordsOf(blank.name)}
      {blank.else === undefined ? null : (
        <span className={css.else}> {blank.else === '' ? 'else nothing' : `else “${blank.else}”`}</span>
      )}
    </mark>
  );
}

function Filled({ blank, value }: { blank: Blank; value: string | undefined }) {
  const words = value || blank.else;
  return (
    <mark className={css.blank} dir="auto" data-missing={words === undefined}>
      {words ?? `no ${wordsOf(blank.name)}`}
    </mark>
  );
}
