import type { Campaign, Standstill } from '@pigeonpost/contract/calls/campaigns';
import { PAUSED_BY_ACCOUNT, PAUSED_BY_SUBSCRIPTION } from '@pigeonpost/contract/campaigns';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignRow, UsedProfiles } from './campaign-queries.ts';
import { type CampaignSender, listSenders } from './waiting-queries.ts';
import { findWait, type Wait } from './waiting-reason.ts';

/** What the user's running campaigns wait for, by their ids; one that sends is not among them. */
export type Waits = ReadonlyMap<number, Wait>;

/** Finds with one query what all of a user's running campaigns wait for, or one of them. */
export async function findWaits(
  tx: Tx,
  key: { user_id: number; campaign_id?: number },
  { clock, config: { practiceUrl } }: Pick<Deps, 'clock' | 'config'>,
): Promise<Waits> {
  const now = clock.now();
  const senders = await listSenders(tx, key, { now, isPractice: practiceUrl !== undefined });
  const waits = new Map<number, Wait>();
  for (const [id, theirs] of Map.groupBy(senders, ({ campaign_id }) => campaign_id)) {
    const wait = waitOf(theirs, practiceUrl);
    if (wait) waits.set(id, wait);
  }
  return waits;
}

function waitOf(senders: CampaignSender[], practiceUrl: string | undefined): Wait | undefined {
  const [{ is_any_connected, is_site_away, is_frozen } = { is_frozen: false }] = senders;
  if (is_frozen) return FROZEN;
  const circumstances = { isAnyConnected: is_any_connected === true, isSiteAway: is_site_away === true };
  return findWait(senders, { ...circumstances, practiceUrl });
}

const FROZEN: Wait = {
  kind: 'frozen',
  words: 'waits after a restore',
  reason: 'A backup was restored. Nothing is sent until you press Continue sending.',
};

/** A campaign as every call answers it: its row, and why it stands still if it does (docs/behaviour.md#standing-still). */
export function describeCampaign({ used, ...row }: CampaignRow, waits: Waits): Campaign {
  const wait = row.status === 'running' ? waits.get(row.id) : undefined;
  return {
    ...row,
    profiles_used: used.ids,
    profiles_able: used.able,
    waiting_reason: wait?.reason ?? null,
    standstill: wait
      ? { kind: wait.kind, words: wait.words }
      : row.status === 'paused'
        ? pauseOf(row.paused_reason, used)
        : null,
  };
}

function pauseOf(reason: string | null, used: UsedProfiles): Standstill {
  if (reason === null) return { kind: 'by_you', words: 'by you' };
  if (reason === PAUSED_BY_SUBSCRIPTION) return { kind: 'subscription', words: 'subscription expired' };
  if (reason === PAUSED_BY_ACCOUNT) return { kind: 'account', words: 'account was disabled' };
  if (used.able > 0) return { kind: 'ready', words: 'can be started again' };
  return { kind: 'profiles', words: restWords(used) };
}

/** 'both profiles blocked', 'studio 6 signed out', '1 blocked, 2 switched off'. */
function restWords({ ids, name, ...counts }: UsedProfiles): string {
  if (ids.length === 0) return 'no profile is left';
  const parts = (
    [
      [counts.blocked, 'blocked'],
      [counts.signed_out, 'signed out'],
      [counts.off, 'switched off'],
    ] as const
  ).filter(([count]) => count > 0);
  const [first] = parts;
  if (parts.length !== 1 || !first) return parts.map(([count, words]) => `${count} ${words}`).join(', ');
  const [, words] = first;
  if (ids.length === 1) return `${name} ${words}`;
  return ids.length === 2 ? `both profiles ${words}` : `all ${ids.length} profiles ${words}`;
}
