import type { User } from '@pigeonpost/contract/calls/auth';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { startRealtime } from '../api/realtime.ts';
import { useUser } from '../api/session.ts';
import { Shell } from './shell.tsx';
import { useShellData } from './shell-data.ts';
import { useShortcuts } from './shortcuts.ts';

const CampaignLogPanel = lazy(() =>
  import('../features/campaign-log/campaign-log.tsx').then((m) => ({ default: m.CampaignLogPanel })),
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
  return (
    <>
      <Shell data={data}>
        <Outlet />
      </Shell>
      <Suspense fallback={null}>
        <CampaignLogPanel />
      </Suspense>
    </>
  );
}
