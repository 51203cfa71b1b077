import { OPTOUT, stopLink } from '@pigeonpost/contract/people/stop-link';
import {
  type Blank,
  hasStopLink,
  LOCAL_NAME,
  localName,
  readTokens,
  USERNAME,
  type Values,
} from '@pigeonpost/contract/text/message-text';
import { useQuery } from '@tanstack/react-query';
import { useNameKind } from '../../account/settings.ts';
import { personValuesQuery } from '../people/api.ts';
import { peopleSettingsQuery } from '../stop-link/api.ts';
import css from './parts/message-bubble.module.css';
import { mayUseFields, wordsOf } from './parts/plain-text.ts';

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
  const kind = useNameKind();
  const readerValue = (blank: Blank) => {
    if (blank.name === OPTOUT) return ofLink && stopLink(ofLink.stop_link.address);
    if (blank.name === USERNAME) return name;
    const isLocal = blank.name === LOCAL_NAME && kind === 'address' && name !== undefined;
    return values?.[blank.name] ?? (isLocal ? localName(name) : undefined);
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
