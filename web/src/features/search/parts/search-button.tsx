import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { Screen } from '../palette-items.ts';
import css from './search-button.module.css';

const Palette = lazyPart(() => import('../palette.tsx').then((m) => m.Palette));

const OTHER_DIALOG = '[aria-modal="true"]';

type SearchButtonProps = {
  /** The screens of 'Go to'. */
  screens: Screen[];
  onLogOut: () => void;
};

/** Opens the palette; so does Ctrl K, or ⌘ K, unless a dialog is open. */
export function SearchButton({ screens, onLogOut }: SearchButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // Before the paint, so that a key pressed as soon as the header is visible works.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      // The browser's own Ctrl K leaves the page for its search field.
      event.preventDefault();
      setOpen((open) => !open && !document.querySelector(OTHER_DIALOG));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const open = () => setOpen(true);
  return (
    <>
      <button type="button" className={css.wide} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <IconSearch size={16} aria-hidden="true" />
        Search
        <span className={css.key} aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <ActionIcon variant="subtle" size={40} className={css.narrow} aria-label="Search" onClick={open}>
        <IconSearch size={20} />
      </ActionIcon>
      {isOpen ? <Palette screens={screens} onLogOut={onLogOut} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
