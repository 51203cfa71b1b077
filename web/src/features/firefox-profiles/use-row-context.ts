import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { comparablePath } from '@pigeonpost/contract/firefox-profiles';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { allProfilesQuery } from '../profiles/api.ts';
import { folderHints, useKeptHints, withHint } from '../profiles/parts/folder-hints.ts';
import { useDeleteFirefoxProfile, useTestFirefoxProfile } from './api.ts';
import type { RowContext } from './profile-rows.tsx';

type RowContextOptions = {
  agent_id: number;
  /** The Firefox profiles that are shown. */
  profiles: FirefoxProfile[] | undefined;
  inFlight: ProfileRequest[];
  offReason: string | undefined;
  track: (id: number) => Promise<unknown>;
};

/** What the rows need: which folders are added, what is being done, and how to test and delete. */
export function useRowContext(options: RowContextOptions): RowContext {
  const { agent_id, inFlight, offReason, track } = options;
  const profiles = useQuery(allProfilesQuery).data?.profiles;
  const hints = useKeptHints(folderHints(options.profiles ?? []));
  const { mutateAsync: test } = useTestFirefoxProfile();
  const { mutateAsync: remove } = useDeleteFirefoxProfile();
  return useMemo(() => {
    const onTest = async ({ path }: FirefoxProfile) => {
      try {
        const { request_id } = await test({ profile_path: path, agent_id });
        toast.success('Test request sent. The agent will process it.');
        await track(request_id);
      } catch (error) {
        toast.failure(error, 'Failed to create Firefox profile test request');
      }
    };
    const onDelete = async (profile: FirefoxProfile) => {
      const { path } = profile;
      const agreed = await confirm({
        title: `Delete ${withHint(profile, hints)}?`,
        body: 'Are you sure you want to delete this Firefox profile? This action cannot be undone.',
        confirmLabel: 'Delete profile',
      });
      if (!agreed) return;
      try {
        const { request_id } = await remove({ profile_path: path, agent_id });
        toast.success('Deletion request sent. The agent will process it.');
        await track(request_id);
      } catch (error) {
        toast.failure(error, 'Failed to create Firefox profile deletion request');
      }
    };
    return {
      // Until it is known which are added, none can be deleted.
      offReason: offReason ?? (profiles ? undefined : 'Looking up your profiles'),
      added: new Set(profiles?.map(({ profile_path }) => comparablePath(profile_path))),
      hints,
      doing: new Map(inFlight.flatMap(toDoing)),
      onTest,
      onDelete,
    };
  }, [profiles, inFlight, offReason, agent_id, track, test, remove, hints]);
}

function toDoing({ request_type, profile_path }: ProfileRequest): [string, 'test' | 'delete'][] {
  const isOfFolder = request_type === 'test' || request_type === 'delete';
  return isOfFolder && profile_path !== null ? [[comparablePath(profile_path), request_type]] : [];
}
