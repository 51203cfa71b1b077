import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { isStoredName } from '@pigeonpost/contract/recipients';
import { getNameRules } from '../../database/sql/name-rules.ts';
import { callWithin } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { askWithin } from '../../engine/ask-within.ts';
import { countIn, type ForgottenOfUser, type UserCounters } from '../../engine/counters/restored-counters.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import { ageOf, type ResultCall } from '../../engine/result.ts';
import { isErased } from '../erasures/erased-names.ts';
import { findName } from './machine-queries.ts';

/** The state that is recorded of a message that is told for the first time, and the counters of before. */
interface Believed {
  state: DeliveryState;
  grant: ForgottenOfUser;
  users: UserCounters[];
}

/**
 * Believes what an agent says of a message of a campaign, a list or a person that a restored database does not know
 * (docs/engine.md#what-a-restore-forgets). Stale where its name is unknown, cannot be one, or was erased.
 */
export async function believeForgotten(deps: Deps, call: ResultCall): Promise<DeliveryState | 'stale'> {
  const { user_id, token, campaign_id, recipient_id, outcome, draw } = call;
  return deps.asUser(user_id, async (tx, afterCommit) => {
    const context = { tx, afterCommit, deps };
    await lockEngine(context, { user_ids: [user_id] });
    const told = call.recipient ?? (await findName(tx, { user_id, recipient_id }));
    if (told === undefined || !isStoredName(told)) return 'stale';
    // The message may be from before names had one form, or from before a change of the site.
    const name = nameForm(told, await getNameRules(tx, user_id));
    if (await isErased(tx, deps.secrets, { user_id, name })) return 'stale';
    const profile_path = call.profile_path?.toWellFormed();
    const age = ageOf(deps, call);
    const word = { token, campaign_id, recipient_id, outcome, age, name, profile_path, draw };
    const answer = await askWithin<DeliveryState | 'stale' | Believed>(context, 'believe_forgotten', [
      user_id,
      JSON.stringify(word),
    ]);
    if (typeof answer === 'string') return answer;
    const counters = countIn(answer.users, [answer.grant], deps.clock.now().getTime());
    await callWithin(tx, 'write_counters', [counters]);
    return answer.state;
  });
}
