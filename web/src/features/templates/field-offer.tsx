import type { Field } from '@pigeonpost/contract/calls/fields';
import { typedFieldName } from '@pigeonpost/contract/people/person-fields';
import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { USERNAME } from '@pigeonpost/contract/text/message-text';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import css from './message-editor.module.css';
import { wordsOf } from './parts/plain-text.ts';

/** Puts a text at the caret as if it were typed, so that it can be undone. Half a blank would be sent as it stands. */
export function insertText(area: HTMLTextAreaElement | null, text: string): void {
  if (!area) return;
  area.focus();
  const { selectionStart: start, selectionEnd: end, value } = area;
  const replaced = countCharacters(value.slice(start, end));
  if (countCharacters(value) - replaced + countCharacters(text) > TEMPLATE_CONTENT_MAX) return;
  document.execCommand('insertText', false, text);
}

// A brace that is being filled: '{', '{ci', but not '{ci}'.
const BEGUN = /\{[^\S\n]*((?:\p{L}[\p{L}\p{M}\p{N}_ ]{0,39})?)$/u;

interface Option {
  name: string;
  /** How many people of the list have it; null for username. */
  people: number | null;
  examples: string[];
}

/** The fields that fit a brace before the caret, and which of them Enter takes. */
export function useFieldOffer(area: RefObject<HTMLTextAreaElement | null>, fields: readonly Field[]) {
  const [begun, setBegun] = useState<{ start: number; typed: string }>();
  const [active, setActive] = useState(0);
  const [left, setLeft] = useState<number>();
  const all: Option[] = [{ name: USERNAME, people: null, examples: [] }, ...fields];
  const wanted = typedFieldName(begun?.typed ?? '');
  const hasOffer = fields.length > 0 && begun !== undefined && begun.start !== left;
  const options = hasOffer ? all.filter(({ name }) => name.startsWith(wanted)) : [];
  const isOpen = options.length > 0;
  const look = () => {
    const field = area.current;
    if (!field || field.selectionStart !== field.selectionEnd) return setBegun(undefined);
    const found = BEGUN.exec(field.value.slice(0, field.selectionStart));
    if (found?.index !== begun?.start) {
      setLeft(undefined);
      setActive(0);
    }
    setBegun(found ? { start: found.index, typed: found[1] ?? '' } : undefined);
  };
  const take = ({ name }: Option) => {
    const field = area.current;
    if (!field || !begun) return;
    const end = field.selectionEnd + (field.value[field.selectionEnd] === '}' ? 1 : 0);
    const before = field.selectionStart;
    field.setSelectionRange(begun.start, end);
    insertText(field, `{${name}}`);
    // Nothing was put where the text is full.
    if (field.selectionStart === begun.start) field.setSelectionRange(before, before);
    setBegun(undefined);
  };
  const move = (by: number) => setActive((at) => (at + by + options.length) % options.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const option = options[active];
    if (event.shiftKey) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') setLeft(begun?.start);
    else if ((event.key === 'Enter' || event.key === 'Tab') && option) take(option);
    else return;
    event.preventDefault();
  };
  const at = Math.min(active, options.length - 1);
  return {
    options,
    isOpen,
    active: at,
    start: begun?.start,
    typed: begun?.typed ?? '',
    look,
    close: () => setBegun(undefined),
    take,
    onKeyDown,
  };
}

type Offer = ReturnType<typeof useFieldOffer>;

/** The id of the option for a field, so that the text can say which one is active. */
export const optionId = (listId: string, name: string) => `${listId}-${name}`;

type FieldOfferProps = {
  offer: Offer;
  id: string;
  /** Has a mark where the brace stands. */
  layer: RefObject<HTMLDivElement | null>;
};

/** The fields that fit, below the brace. */
export function FieldOffer({ offer, id, layer }: FieldOfferProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const text = layer.current;
    const caret = text?.querySelector<HTMLElement>('[data-caret]');
    if (!caret || !text || !box.current) return;
    const most = text.clientWidth - box.current.offsetWidth;
    box.current.style.left = `${Math.max(0, Math.min(caret.offsetLeft, most))}px`;
    box.current.style.top = `${caret.offsetTop - text.scrollTop + LINE}px`;
  });
  return (
    <div ref={box} className={css.offer}>
      <div id={id} role="listbox" tabIndex={-1} aria-label="Fields of your people">
        {offer.options.map((option, index) => (
          <div
            key={option.name}
            id={optionId(id, option.name)}
            role="option"
            tabIndex={-1}
            aria-selected={index === offer.active}
            className={css.option}
            // Not on click: the text would lose the focus, and the list close, before it.
            onPointerDown={(event) => {
              event.preventDefault();
              offer.take(option);
            }}
          >
            <span className={`${css.name} one-line grow`}>
              <b>{wordsOf(option.name)}</b> <span className="dimmed">{option.examples.join(', ')}</span>
            </span>
            {option.people === null ? null : <span className="dimmed">{formatCount(option.people)}</span>}
          </div>
        ))}
      </div>
      <p className={`${css.keys} note`}>Enter takes it · Esc leaves {`{${offer.typed}`} as it stands</p>
    </div>
  );
}

// From the top of the caret's line to below it.
const LINE = 26;
