import type { CampaignStatus, DeliveryState } from '../campaigns.ts';
import type { Change, Ms } from './change.ts';

// Whom an owner takes out of a campaign by hand, and puts back (docs/engine.md#taking-out).

/** What the tables say of a campaign. */
export interface EditedCampaign {
  status: CampaignStatus;
  /** Whether it was ever started, and whether its first start can still be undone. */
  is_marked: boolean;
  is_undoable: boolean;
}

/** What they say of a person in it. */
export interface PersonFacts {
  /** The state of the campaign's delivery; null without a row. */
  state: DeliveryState | null;
  is_taken_out: boolean;
  /** Whether the recipient is pending, held by no campaign, in the campaign's list, and not behind its mark. */
  is_pending: boolean;
  is_free: boolean;
  is_of_list: boolean;
  is_before_mark: boolean;
}

const hasEnded = ({ status }: EditedCampaign): boolean => status === 'completed' || status === 'failed';

/** Whether nobody of the campaign can have been handed out. */
export const isUnclaimed = ({ is_marked, is_undoable }: EditedCampaign): boolean => !is_marked || is_undoable;

/** The change that takes a person out; null: they are not in it any more. `being_sent` refuses it. */
export function judgeTakeOut(campaign: EditedCampaign, person: PersonFacts): Change | 'being_sent' | null {
  const { state, is_pending, is_before_mark } = person;
  if (state === 'sending') return 'being_sent';
  const isIn = state === null ? is_pending && is_before_mark : state === 'leased' || state === 'waiting';
  if (hasEnded(campaign) || !isIn) return null;
  return { state: 'skipped', is_taken_out: true, action: 'skipped', log_reason: { kind: 'taken_out' } };
}

/**
 * The change that puts a person back who was taken out, and still is this campaign's; null: there is none. Where nobody can
 * have been handed out yet they have their place in the line again: `forget` their row. Else they are tried like those who
 * wait, so behind the line.
 */
export function judgePutBack(
  campaign: EditedCampaign,
  person: PersonFacts,
  now: Ms,
): Change | 'forget' | null {
  const { state, is_taken_out, is_pending, is_free, is_of_list, is_before_mark } = person;
  if (hasEnded(campaign) || state !== 'skipped' || !is_taken_out) return null;
  if (!is_pending || !is_free || !is_of_list || !is_before_mark) return null;
  if (isUnclaimed(campaign)) return 'forget';
  const reason = { kind: 'put_back' } as const;
  return { state: 'waiting', retry_at: now, reason, action: 'put_back', log_reason: reason };
}
