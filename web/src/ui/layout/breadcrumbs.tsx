import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ScreenPath } from '../../paths.ts';
import css from './breadcrumbs.module.css';
import { PageTitle } from './page-title.tsx';

/** The element of the shell's header for a page's breadcrumbs. */
export const HEADER_SLOT_ID = 'header-slot';

/**
 * The way to a detail page, shown in the shell's header; sets the title of the tab as well. On a phone it is the way back
 * alone: a few letters of a name would not tell two pages apart, and the page's own h1 has all of it.
 */
export function Breadcrumbs({ section, to, current }: { section: string; to: ScreenPath; current: string }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(HEADER_SLOT_ID)), []);
  return (
    <>
      <PageTitle words={current} />
      {slot ? createPortal(<Trail section={section} to={to} current={current} />, slot) : null}
    </>
  );
}

function Trail({ section, to, current }: { section: string; to: ScreenPath; current: string }) {
  return (
    <nav aria-label="Breadcrumbs" className={css.trail}>
      <Link to={to} className={css.link}>
        <IconChevronLeft size={16} className={css.back} aria-hidden="true" />
        {section}
      </Link>
      <IconChevronRight size={16} className={css.between} aria-hidden="true" />
      <span className={css.current} aria-current="page" title={current} dir="auto">
        {current}
      </span>
    </nav>
  );
}
