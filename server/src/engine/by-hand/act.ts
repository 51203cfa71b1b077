import { type Act, judgeAct } from '@pigeonpost/contract/rules/by-hand';
import type { EngineContext } from '../context.ts';
import type { Held } from '../leases/lease-queries.ts';
import { type Decision, keyOf, writeChanges } from '../write-changes.ts';

/** Does to each delivery what `choose` says, and gives the verdicts in their order. The user's lock must be held. */
export async function act<Of extends Omit<Held, 'profile_id'>>(
  context: EngineContext,
  deliveries: Of[],
  choose: (delivery: Of) => Act,
): Promise<ReturnType<typeof judgeAct>[]> {
  const now = context.deps.clock.now().getTime();
  const verdicts = deliveries.map((delivery) => judgeAct(choose(delivery), delivery, now));
  const decisions = deliveries.flatMap((delivery, index): Decision[] => {
    const change = verdicts[index];
    return change && change !== 'being_sent' ? [{ ...keyOf(delivery), change }] : [];
  });
  await writeChanges(context, decisions);
  return verdicts;
}
