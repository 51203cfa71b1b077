import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';
import { isTyping } from '../ui/is-typing.ts';

/** What lies over the page keeps its keys to itself. */
const OVER_THE_PAGE = '[aria-modal="true"], [role="menu"]';

/** The keys that work on every screen: `c` for a new campaign. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector(OVER_THE_PAGE)) return;
      event.preventDefault();
      void navigate({ to: paths.newCampaign });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
