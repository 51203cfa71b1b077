import type { User } from '@pigeonpost/contract/calls/auth';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { startRealtime } from '../api/realtime.ts';
import { useUser } from '../api/session.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { TitleMark } from '../ui/layout/page-title.tsx';
import { Alerts } from './alerts.tsx';
import { Shell } from './shell.tsx';
import { useShellData } from './shell-data.ts';
import { useShortcuts } from './shortcuts.ts';
import { useScreenFocus } from './use-screen-focus.ts';

const CampaignLogPanel = lazyPart(() =>
  import('../features/campaign-log/campaign-log.tsx').then((m) => m.CampaignLogPanel),
);
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog));

/** The frame of every protected screen; the live connection lasts as long as it does. */
export function SignedIn() {
  const user = useUser();
  return user ? <SignedInShell user={user} /> : null;
}

function SignedInShell({ user }: { user: User }) {
  const data = useShellData(user);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts(() => setHelpOpen(true));
  useScreenFocus();
  useEffect(() => startRealtime(user.id).stop, [user.id]);
  const { state } = data.connection;
  useEffect(() => {
    document.documentElement.dataset.connection = state;
  }, [state]);
  const { unread } = data.tickets;
  return (
    <TitleMark value={unread > 0 ? `(${unread}) ` : ''}>
      <Shell data={data} onHelp={() => setHelpOpen(true)} foot={<CampaignLogPanel />}>
        <Outlet />
      </Shell>
      <Alerts />
      {isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </TitleMark>
  );
}
