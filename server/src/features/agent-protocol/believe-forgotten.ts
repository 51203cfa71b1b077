import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { isStoredName } from '@pigeonpost/contract/recipients';
import {
  type Believed,
  type ForgottenFacts,
  judgeForgotten,
} from '@pigeonpost/contract/rules/freeze/by-name';
import { NO_CAMPAIGN } from '@pigeonpost/contract/rules/ledger/deleted';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import { callWithin } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { countForgottenGrants } from '../../engine/counters/restored-counters.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import { ageOf, type ResultCall } from '../../engine/result.ts';
import { toCounted, toTime } from '../../engine/write-changes.ts';
import { isErased } from '../erasures/erased-names.ts';
import { findName } from './machine-queries.ts';

/** The functions of the database that read what such a word is judged by, and write what was decided. */
const READ = 'read_forgotten_facts';
const WRITE = 'record_forgotten';

/**
 * Believes what an agent says of a message of a campaign, a list or a person that a restored database does not know
 * (docs/engine.md#what-a-restore-forgets). Stale where its name is unknown, cannot be one, or was erased.
 */
export async function believeForgotten(deps: Deps, call: ResultCall): Promise<DeliveryState | 'stale'> {
  const { user_id, token, campaign_id, recipient_id, draw } = call;
  return deps.asUser(user_id, async (tx) => {
    await lockEngine({ tx, deps }, { user_ids: [user_id] });
    const told = call.recipient ?? (await findName(tx, { user_id, recipient_id }));
    if (told === undefined || !isStoredName(told)) return 'stale';
    // The message may be from before names had one form, or from before a change of the site.
    const name = nameForm(told, await getNameRules(tx, user_id));
    if (await isErased(tx, deps.secrets, { user_id, name })) return 'stale';
    const profile_path = call.profile_path?.toWellFormed();
    const of = JSON.stringify({ token, campaign_id, recipient_id, profile_path });
    const facts = await callWithin<ForgottenFacts>(tx, READ, [user_id, of]);
    const outcome = call.outcome === 'unknown' ? 'unknown' : 'sent';
    const word = { campaign_id, outcome, age: ageOf(deps, call), name, draw } as const;
    const now = deps.clock.now();
    const { answer, believed } = judgeForgotten(word, facts, now.getTime());
    if (believed)
      await write(tx, { user_id, campaign_id, recipient_id, recipient: name, token }, believed, now);
    return answer;
  });
}

interface Message extends CampaignKey {
  recipient_id: number;
  recipient: string;
  token: string;
}

async function write(tx: Tx, message: Message, believed: Believed, now: Date) {
  const { user_id, recipient } = message;
  const { told_at, note } = believed;
  const counted = findCounted(message, believed);
  const counters = await countForgottenGrants(
    (name, args) => callWithin(tx, name, args),
    counted ? [counted.grant] : [],
    now.getTime(),
  );
  await callWithin(tx, WRITE, [
    now,
    JSON.stringify({ ...message, begun_at: toTime(told_at) }),
    JSON.stringify(counted ? [counted.change] : []),
    toCounted(counted ? [counted.day] : [], note ? [{ ...note, user_id, recipient }] : []),
    counters,
  ]);
}

/** What it adds to its profile's pace and numbers, and to the counters of caps; null: it counts already. */
function findCounted({ user_id, campaign_id, recipient_id }: Message, { state, told_at, counts }: Believed) {
  if (!counts) return null;
  const { sent_by, due_at, day } = counts;
  const sent = Number(state === 'sent');
  const uncertain = Number(state === 'uncertain');
  // A campaign that has its number by now counts its own days and caps.
  const ofNone = { user_id, campaign_id: NO_CAMPAIGN, profile_id: sent_by, at: told_at };
  return {
    change: {
      user_id,
      campaign_id,
      recipient_id,
      sent_by,
      told_at: toTime(told_at),
      due_at: toTime(due_at),
      added_sent: sent,
      added_uncertain: uncertain,
    },
    day: { ...ofNone, day, sent, failed: uncertain, not_found: 0, uncertain },
    grant: ofNone,
  };
}
