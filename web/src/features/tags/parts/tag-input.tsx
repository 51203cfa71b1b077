import { TextInput } from '@mantine/core';
import type { Tag } from '@pigeonpost/contract/calls/tags';
import { cleanTag, TAG_NAME_MAX, tagError } from '@pigeonpost/contract/people/tags';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { enforceLimit } from '../../../ui/form/limited-field.ts';
import { isSameTag, tagsQuery } from '../api.ts';
import css from './tag-input.module.css';

type TagInputProps = {
  label: string;
  /** Whether the label is only for screen readers. */
  isBare?: boolean;
  text: string;
  onText: (text: string) => void;
  /** A tag of the list was chosen, or the typed one is to be made. */
  onPick: (name: string, form: HTMLFormElement | null) => void;
  /** Tags that are not offered. */
  except?: readonly number[];
  /** Whether a tag that there is not is offered to be made. */
  canMake: boolean;
  error?: ReactNode;
};

/** A field for one tag, over a list of those that fit. Enter takes the marked one. */
export function TagInput(props: TagInputProps) {
  const { label, isBare = false, text, onText, onPick, error } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const options = useOptions(props);
  // By its key, not its place: a tag that another window makes moves the others.
  const [marked, setMarked] = useState<OptionKey>();
  const chosen = options.findIndex((option) => keyOf(option) === marked);
  // Nothing is marked before somebody types, so that Enter takes no tag by chance.
  const at = chosen >= 0 ? chosen : Math.min(text.trim() === '' ? -1 : 0, options.length - 1);
  const mark = (place: number) => setMarked(options[place] && keyOf(options[place]));
  const take = ({ name }: Option) => {
    setMarked(undefined);
    onPick(name, input.current?.form ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return;
    const option = options[at];
    if (event.key === 'ArrowDown') mark((at + 1) % options.length);
    else if (event.key === 'ArrowUp') mark((Math.max(at, 0) - 1 + options.length) % options.length);
    else if (event.key === 'Enter' && option) take(option);
    else return;
    event.preventDefault();
  };
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div>
      <TextInput
        ref={input}
        {...(isBare ? { 'aria-label': label } : { label })}
        data-autofocus
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? id : undefined}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => {
          setMarked(undefined);
          onText(enforceLimit(event.currentTarget, TAG_NAME_MAX));
        }}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 ? (
        <div ref={list} id={id} role="listbox" tabIndex={-1} aria-label="Tags" className={css.options}>
          {options.map((option, index) => (
            <button
              type="button"
              key={keyOf(option)}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={css.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.id === undefined ? 'Make ' : null}
              <bdi className={option.id === undefined ? 'medium' : undefined}>{option.name}</bdi>
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** A tag, or without an id the typed one, which is made. */
type Option = Pick<Tag, 'name'> & { id?: number };
type OptionKey = number | 'new';

const keyOf = ({ id }: Option): OptionKey => id ?? 'new';

function useOptions({ text, except = [], canMake }: TagInputProps): Option[] {
  const { data: tags = [] } = useQuery(tagsQuery);
  const typed = cleanTag(text);
  const wanted = typed.toLowerCase();
  const fitting = tags.filter(({ id, name }) => !except.includes(id) && name.toLowerCase().includes(wanted));
  // Those that begin with it before those that only have it.
  const offered = [true, false].flatMap((isAtStart) =>
    fitting.filter(({ name }) => name.toLowerCase().startsWith(wanted) === isAtStart),
  );
  const isNew = canMake && tagError(typed) === undefined && !tags.some(({ name }) => isSameTag(name, typed));
  return isNew ? [...offered, { name: typed }] : offered;
}
