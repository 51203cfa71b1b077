import type { User } from '@pigeonpost/contract/calls/auth';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { startRealtime } from '../api/realtime.ts';
import { useUser } from '../api/session.ts';
import { paths } from '../paths.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { isTyping } from '../ui/form/is-typing.ts';
import { Shell } from './shell.tsx';
import { useShellData } from './shell-data.ts';

const CampaignLogPanel = lazyPart(() =>
  import('../features/campaign-log/campaign-log.tsx').then((m) => m.CampaignLogPanel),
);

/** The frame of every protected screen; realtime lives as long as it does. */
export function SignedIn() {
  const user = useUser();
  return user ? <SignedInShell user={user} /> : null;
}

function SignedInShell({ user }: { user: User }) {
  const data = useShellData(user);
  useShortcuts();
  useEffect(() => startRealtime(user.id).stop, [user.id]);
  const { state } = data.connection;
  useEffect(() => {
    document.documentElement.dataset.connection = state;
  }, [state]);
  return (
    <>
      <Shell data={data}>
        <Outlet />
      </Shell>
      <CampaignLogPanel />
    </>
  );
}

/** Whether a dialog or menu is open, which keeps its keys to itself. */
const OVER_THE_PAGE = '[aria-modal="true"], [role="menu"]';

/** The keys that work on every screen: `c` for a new campaign. */
function useShortcuts(): void {
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
