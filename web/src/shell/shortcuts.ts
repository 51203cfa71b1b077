import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';
import { paths } from '../paths.ts';
import { isTyping } from '../ui/form/is-typing.ts';
import { pressRowKey } from '../ui/table/row-keys.ts';

/** Open dialogs and menus, which handle their own keys. */
const OVER_THE_PAGE = '[aria-modal="true"], [role="menu"]';

const CAMPAIGN_PAGE = /^\/campaigns\/(\d+)$/;

/** The keys that work on every screen, but not while typing or in a question. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate();
  const help = useEffectEvent(onHelp);
  // Before the paint, so that a key pressed as soon as the screen is visible works.
  useLayoutEffect(() => {
    const openPlan = () => {
      const id = CAMPAIGN_PAGE.exec(window.location.pathname)?.[1];
      if (id !== undefined) void navigate({ to: paths.campaignPlan, params: { id: Number(id) } });
      return id !== undefined;
    };
    const press = (key: string, target: EventTarget | null) => {
      if (key === 'c') void navigate({ to: paths.newCampaign });
      else if (key === '?') help();
      else return pressRowKey(key, target) || (key === 'p' && openPlan());
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector(OVER_THE_PAGE)) return;
      if (press(event.key, event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('keydown', dropHeldEnter, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keydown', dropHeldEnter, true);
    };
  }, [navigate]);
}

/** A held key presses its button repeatedly, and then its replacement: Pause after Start. */
function dropHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault();
}
