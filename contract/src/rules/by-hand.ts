import type { DeliveryState } from '../campaigns.ts';
import { type Change, land, type Ms, type OfCampaign } from './change.ts';

/**
 * What is done to a delivery without a word on its message: its agent hands it back (docs/engine.md#release), a person
 * changes or deletes its recipient, its list or its profile (docs/engine.md#manual-changes), or stops its campaign
 * (docs/engine.md#stopping).
 */
export const ACTS = ['hand_back', 'change_recipient', 'change_profile', 'stop'] as const;
export type Act = (typeof ACTS)[number];

/** The state that follows; no act changes a delivery in another state. */
const BECOMES: Record<Act, Partial<Record<DeliveryState, DeliveryState>>> = {
  hand_back: { leased: 'waiting' },
  change_recipient: { leased: 'skipped' },
  change_profile: { leased: 'waiting' },
  stop: { waiting: 'stopped' },
};

/**
 * The change by an act; null: there is none. `being_sent` refuses it: the message may be out, so its result or the end of its
 * lease comes first.
 */
export function judgeAct(
  act: Act,
  { state, ...campaign }: OfCampaign & { state: DeliveryState },
  now: Ms,
): Change | 'being_sent' | null {
  if (state === 'sending' && act !== 'stop') return 'being_sent';
  const to = BECOMES[act][state];
  if (to === undefined) return null;
  if (to === 'skipped') return { state: to, action: 'skipped', log_reason: { kind: 'by_hand' } };
  return land({ state: to, retry_at: to === 'waiting' ? now : undefined }, campaign);
}
