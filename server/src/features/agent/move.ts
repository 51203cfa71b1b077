import { type Step, tell } from '../campaigns/effects.ts';
import { pauseUnfitCampaigns } from '../campaigns/pause-unfit.ts';
import { settleCampaigns } from '../campaigns/settle.ts';
import type { Moved } from './moves.ts';

/**
 * Runs a moving statement and what must see its effects: a campaign whose last profile was blocked pauses, one
 * with nothing left completes. The engine's lock must be held; `values` follow the moment, which is $1.
 */
export async function move<Answer>(
  step: Step,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Answer[]> {
  const { rows } = await step.tx.client.query<Moved<Answer>>({
    name,
    text,
    values: [step.deps.clock.now(), ...values],
  });
  const moved = rows[0];
  if (!moved) return [];
  tell(step, moved);
  await pauseUnfitCampaigns(step, [...new Set(moved.blocked.map(({ user_id }) => user_id))]);
  await settleCampaigns(
    step,
    moved.progress.filter(({ in_work }) => in_work === 0),
  );
  return moved.answers;
}
