import type { Answer } from '@pigeonpost/contract/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { profileKeys } from '../../query-keys.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { openProfiles, useOpenAllPlan } from './api.ts';
import { formatOpenAll } from './format-open-all.ts';
import { waitForWindows } from './parts/window-requests.ts';

const AT_ONCE = 5;
const GIGABYTES_A_WINDOW = 0.5;

/** A run that opens all windows: 'Opening 10 of 55'. */
type Run = { opened: number; of: number; isCancelled: boolean };

// Kept for the tab, not for the screen: a user who leaves it and comes back still finds the run, and Cancel.
let run: Run | undefined;
const watchers = new Set<() => void>();

/** Opens every profile after a question, five at a time, until it is cancelled. */
export function useOpenAll() {
  const queries = useQueryClient();
  const { mutateAsync: fetchPlan } = useOpenAllPlan();
  const current = useSyncExternalStore(watch, () => run);
  const cancel = () => run && setRun({ ...run, isCancelled: true });
  const openSome = (ids: number[]) => openAll(queries, fetchPlan, new Set(ids));
  return { run: current, openAll: () => openAll(queries, fetchPlan), openSome, cancel };
}

type Plan = Answer<'GET /api/profiles/open-all'>;

async function openAll(
  queries: QueryClient,
  fetchPlan: () => Promise<Plan>,
  wanted?: ReadonlySet<number>,
): Promise<void> {
  if (run) return;
  try {
    const { profiles, skipped, skipped_details, warnings } = planFor(wanted, await fetchPlan());
    if (profiles.length === 0) return toast.warning(formatOpenAll({ opened: 0, skipped, skipped_details }));
    if (!(await askToOpen(profiles.length))) return;
    for (const warning of warnings) toast.warning(warning);
    const ids = profiles.map(({ id }) => id);
    const opened = await openInTurn(queries, ids);
    if (opened < ids.length) {
      return toast.warning(`Stopped: ${formatCount(opened)} of ${formatNoun(ids.length, 'window')} opened.`);
    }
    toast.success(formatOpenAll({ opened, skipped, skipped_details }));
  } catch (error) {
    toast.failure(error, 'Failed to send profile opening request');
  } finally {
    setRun(undefined);
  }
}

/** The part of a plan for some profiles; all of it if none are named. */
function planFor(wanted: ReadonlySet<number> | undefined, plan: Plan): Plan {
  if (!wanted) return plan;
  const skipped_details = plan.skipped_details.filter(({ profile_id }) => wanted.has(profile_id));
  return {
    ...plan,
    profiles: plan.profiles.filter(({ id }) => wanted.has(id)),
    skipped: skipped_details.length,
    skipped_details,
  };
}

/** The number requested until it ended or was cancelled. */
async function openInTurn(queries: QueryClient, ids: number[]): Promise<number> {
  let opened = 0;
  setRun({ opened, of: ids.length, isCancelled: false });
  while (opened < ids.length && !run?.isCancelled) {
    const some = ids.slice(opened, opened + AT_ONCE);
    await openProfiles(some);
    opened += some.length;
    setRun({ opened, of: ids.length, isCancelled: run?.isCancelled ?? false });
    await queries.invalidateQueries({ queryKey: profileKeys.windowRequests });
    if (opened < ids.length) await waitForWindows(queries);
  }
  return opened;
}

async function askToOpen(count: number): Promise<boolean> {
  const windows = formatNoun(count, 'window');
  const gigabytes = formatCount(Math.max(1, Math.round(count * GIGABYTES_A_WINDOW)));
  const agreed = await confirm({
    title: `Open ${windows}?`,
    body: `${count === 1 ? 'It is a Firefox of its own and takes' : 'Each is a Firefox of its own. Together they take'} about ${gigabytes} GB of memory.${count > AT_ONCE ? ` They open ${AT_ONCE} at a time, and you can stop in between.` : ''}`,
    confirmLabel: `Open ${windows}`,
    harmless: true,
  });
  return agreed !== false;
}

function setRun(next: Run | undefined): void {
  run = next;
  for (const tell of watchers) tell();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
