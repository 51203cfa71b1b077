import { Textarea } from '@mantine/core';
import type { Field } from '@pigeonpost/contract/calls/fields';
import { OPTOUT } from '@pigeonpost/contract/people/stop-link';
import { SOURCE, TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { blankNames, readTokens, USERNAME } from '@pigeonpost/contract/text/message-text';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type Ref, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNameKind } from '../../account/settings.ts';
import { formatCount } from '../../format/format-number.ts';
import { peopleSettingsQuery } from '../stop-link/api.ts';
import type { DraftPlan } from './api.ts';
import { longestFilled } from './draft-plan.ts';
import { FieldOffer, insertText, optionId, useFieldOffer } from './field-offer.tsx';
import css from './message-editor.module.css';
import { wordsOf } from './parts/plain-text.ts';

type MessageEditorProps = Pick<ComponentProps<typeof Textarea>, 'error' | 'onChange'> & {
  value: string;
  /** The user's fields, as many people of the shown list as have each first. */
  fields: readonly Field[];
  /** The names of fields that some people of that list lack. */
  lacking: ReadonlySet<string>;
  planned: DraftPlan | undefined;
};

/**
 * A message as it is typed, with its blanks coloured by a layer behind the text (docs/decisions/0038-blanks-are-coloured.md).
 * After { it offers the fields.
 */
export function MessageEditor({ value, fields, lacking, planned, ...input }: MessageEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const offer = useFieldOffer(area, fields);
  const listId = useId();
  const hasFields = fields.length > 0;
  useLayoutEffect(() => alignLayer(area.current, layer.current));
  const active = offer.options[offer.active];
  return (
    <div>
      <Textarea
        ref={area}
        label="Message"
        rows={hasFields ? 9 : 6}
        {...input}
        value={value}
        // The same parts also without fields: they may come while somebody types.
        inputContainer={(children) => (
          <div className={css.layered}>
            {hasFields ? (
              <Layer ref={layer} content={value} caret={offer.start} fields={fields} lacking={lacking} />
            ) : null}
            {children}
            {offer.isOpen ? <FieldOffer offer={offer} id={listId} layer={layer} /> : null}
          </div>
        )}
        {...(hasFields ? { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' } : {})}
        aria-controls={offer.isOpen ? listId : undefined}
        aria-activedescendant={offer.isOpen && active ? optionId(listId, active.name) : undefined}
        // While the list is open Escape closes the list and not the dialog.
        data-mantine-stop-propagation={offer.isOpen}
        onScroll={() => alignLayer(area.current, layer.current)}
        onInput={offer.look}
        onSelect={offer.look}
        onBlur={offer.close}
        onKeyDown={offer.onKeyDown}
      />
      <div className={`${css.below} note`}>
        <Inserts fields={fields} onInsert={(name) => insertText(area.current, `{${name}}`)} />
        <Length content={value} planned={planned} />
      </div>
    </div>
  );
}

function Length({ content, planned }: { content: string; planned: DraftPlan | undefined }) {
  const length = countCharacters(content);
  const filled = planned && filledWords(planned, content);
  const isTooLong = planned?.plan.will_not.some(({ reason }) => reason === 'too_long');
  return (
    <span className={css.length} data-full={length >= TEMPLATE_CONTENT_MAX || isTooLong}>
      {formatCount(length)} of {formatCount(TEMPLATE_CONTENT_MAX)}
      {filled ? `, ${filled} once filled` : ' characters'}
    </span>
  );
}

/** 'at most 231' */
function filledWords(planned: DraftPlan, content: string): string | undefined {
  const { will, will_not, is_counted_to_end } = planned.plan;
  if (will_not.some(({ reason }) => reason === 'too_long'))
    return `more than ${formatCount(TEMPLATE_CONTENT_MAX)}`;
  if (will === 0) return undefined;
  return `${is_counted_to_end ? 'at most' : 'at least'} ${formatCount(longestFilled(planned, content))}`;
}

const CHIPS = 6;

/** Without fields the one blank that everybody has; with fields some of them, and the others on demand. */
function Inserts({ fields, onInsert }: { fields: readonly Field[]; onInsert: (name: string) => void }) {
  const [isLong, setLong] = useState(false);
  const { data } = useQuery(peopleSettingsQuery);
  const kind = useNameKind();
  const names = blankNames(
    fields.map(({ name }) => name),
    kind,
  );
  // Only where they work: nobody else needs to know of them.
  const ofAll = [
    USERNAME,
    ...names.slice(fields.length),
    ...(data?.sender_name && data.stop_link.is_public ? [OPTOUT] : []),
    ...(data?.has_sources ? [SOURCE] : []),
  ];
  if (fields.length === 0)
    return (
      <span className={css.plain}>
        {ofAll.map((name) => (
          <button
            key={name}
            type="button"
            className={`${css.insert} text-button`}
            onClick={() => onInsert(name)}
          >
            Insert {`{${name}}`}
          </button>
        ))}
      </span>
    );
  const all = [...ofAll, ...fields.map(({ name }) => name)];
  const shown = isLong ? all : all.slice(0, CHIPS);
  return (
    <fieldset className={css.chips} aria-label="Insert">
      <span aria-hidden="true">Insert</span>
      {shown.map((name) => (
        <button key={name} type="button" className={css.chip} onClick={() => onInsert(name)}>
          {name === OPTOUT ? 'stop link' : wordsOf(name)}
        </button>
      ))}
      {all.length > CHIPS ? (
        <button
          type="button"
          className={`${css.insert} text-button`}
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
        >
          {isLong ? 'Fewer' : 'More'}
        </button>
      ) : null}
    </fieldset>
  );
}

type LayerProps = Pick<MessageEditorProps, 'fields' | 'lacking'> & {
  ref: Ref<HTMLDivElement>;
  content: string;
  /** Where the list of fields belongs. */
  caret: number | undefined;
};

function Layer({ ref, content, caret, fields, lacking }: LayerProps) {
  const kind = useNameKind();
  const ofFields = blankNames(
    fields.map(({ name }) => name),
    kind,
  );
  const names = new Set([USERNAME, OPTOUT, SOURCE, ...ofFields]);
  return (
    <div ref={ref} className={css.layer} aria-hidden="true" dir="auto">
      {readTokens(content).map(({ source, at, part, isBroken }) => {
        const place =
          caret !== undefined && caret >= at && caret < at + source.length ? caret - at : undefined;
        const text = place === undefined ? source : <Marked text={source} at={place} />;
        if (typeof part === 'string' && !isBroken) return <span key={at}>{text}</span>;
        const isKnown = typeof part !== 'string' && names.has(part.name);
        const lacks = isKnown && part.else === undefined && lacking.has(part.name);
        return (
          <mark key={at} data-kind={isKnown ? (lacks ? 'lacking' : 'known') : 'unknown'}>
            {text}
          </mark>
        );
      })}
      {'\u200b'}
    </div>
  );
}

function Marked({ text, at }: { text: string; at: number }) {
  return (
    <>
      {text.slice(0, at)}
      <span data-caret />
      {text.slice(at)}
    </>
  );
}

const BORDERS = 2;

/** Keeps the layer behind the text: in its type, as wide as it and scrolled alike. Phones have larger type. */
function alignLayer(area: HTMLTextAreaElement | null, layer: HTMLDivElement | null): void {
  if (!area || !layer) return;
  const { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight, padding } = getComputedStyle(area);
  const type = { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight };
  Object.assign(layer.style, { ...type, padding, width: `${area.clientWidth + BORDERS}px` });
  layer.scrollTop = area.scrollTop;
}
