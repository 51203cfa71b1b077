import { LIST_SEARCH_MAX } from '@pigeonpost/contract/limits';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isTyping } from '../form/is-typing.ts';
import { enforceLimit } from '../form/limited-field.ts';
import css from './toolbar-field.module.css';

const TYPING_PAUSE_MS = 250;

type SearchFieldProps = {
  /** Placeholder and accessible name, such as 'Search campaigns'. */
  label: string;
  value: string;
  /** Called 250 ms after the last key; replace the history entry with it. */
  onSearch: (text: string) => void;
  className?: string | undefined;
  /** Whether `/` anywhere on the page focuses this field; one field a page. */
  slashFocuses?: boolean;
};

/** The search field of a toolbar. */
export function SearchField({ label, value, onSearch, className, slashFocuses = true }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    // A value that changed elsewhere (Reset, Back) replaces the typed text.
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  // Before the paint, so that a key pressed as soon as the field is visible works.
  useLayoutEffect(() => {
    if (!slashFocuses) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [slashFocuses]);
  return (
    <div className={`${css.field} ${className ?? ''}`}>
      <IconSearch size={16} className={css.icon} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        dir="auto"
        className={css.control}
        aria-label={label}
        placeholder={label}
        {...(slashFocuses ? { title: `${label} (/)`, 'aria-keyshortcuts': '/' } : {})}
        value={text}
        onChange={(event) => setText(enforceLimit(event.currentTarget, LIST_SEARCH_MAX))}
      />
    </div>
  );
}
