import { type Here, hasRoom } from './caps.ts';
import type { Ms } from './change.ts';
import type { Account, RunningCampaign, Sender, SendingDay } from './facts.ts';
import { isCountingDown, isDue, isEligible, isFaultOver, mayClaim, maySend } from './time.ts';

/** What the tables say for a work call. */
export interface ClaimFacts<S extends Sender = Sender, R extends RunningCampaign = RunningCampaign> {
  account: Account;
  /** In the order of their ids, each with the profiles that the call named. */
  running: readonly Running<S, R>[];
  /** What the account has begun on a day, and how many are handed out and not begun, where its day has a cap. */
  day: SendingDay | null;
  handed_out: number | null;
  agent_id: number;
  /** Profiles of other machines are worked too. */
  any_machine: boolean;
  /** How many deliveries it takes. */
  capacity: number;
}

export type Running<S, R> = R & { senders: readonly S[] };

/** A profile in its turn, with its campaign. */
export interface Due<S, R> {
  running: Running<S, R>;
  sender: S;
}

/** The profiles that may be given something, each with its campaign; the one that waited longest first. */
export function dueSenders<S extends Sender, R extends RunningCampaign>(
  facts: ClaimFacts<S, R>,
  here: Here,
): Due<S, R>[] {
  const { account, agent_id, any_machine } = facts;
  const { moment } = here;
  if (!maySend(account, moment) || account.is_frozen) return [];
  return facts.running
    .filter(({ campaign, is_undoing }) => !is_undoing && mayHandOut(account, campaign, moment))
    .flatMap((running) => running.senders.map((sender) => ({ running, sender })))
    .filter(
      ({ sender }) =>
        isEligible(sender.profile) &&
        isFaultOver(sender, moment) &&
        !sender.is_at_work &&
        hasRoom(sender.profile, account.settings, here) &&
        isDue(sender, account.settings, moment) &&
        isOfAgent(sender, { agent_id, any_machine }),
    )
    .sort(
      (one, other) =>
        dueAt(one.sender) - dueAt(other.sender) || one.sender.profile.id - other.sender.profile.id,
    );
}

const mayHandOut = (account: Account, campaign: RunningCampaign['campaign'], now: Ms) =>
  !isCountingDown(campaign, now) && mayClaim(account, campaign, now) && campaign.is_public !== false;

const dueAt = ({ next_send_at }: Sender) => next_send_at ?? Number.MIN_SAFE_INTEGER;

/** Whether a profile belongs to the agent's machine, or to none. */
export const isOfAgent = (
  sender: Sender,
  { agent_id, any_machine }: { agent_id: number; any_machine: boolean },
): boolean => any_machine || sender.agent_id === null || sender.agent_id === agent_id;
