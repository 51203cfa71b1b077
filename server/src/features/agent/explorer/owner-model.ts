import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import type { Rules } from './rules.ts';
import { isAble, move, pauseUnfit, rowOf, settle } from './server-model.ts';
import { at, type State } from './state.ts';

/** Whether the campaign runs afterwards. */
export function start(s: State, campaign: number): boolean {
  const c = at(s.campaigns, campaign);
  if (c.isDeleted || (c.status !== 'pending' && c.status !== 'paused')) return false;
  if (!c.profiles.some((profile) => isAble(s, profile))) return false;
  const isTaken = s.campaigns.some(
    (other) =>
      other !== c &&
      other.status === 'running' &&
      !other.isDeleted &&
      other.profiles.some((profile) => c.profiles.includes(profile)),
  );
  if (isTaken) return false;
  if (c.mark === null && !markLine(s, campaign)) return false;
  c.status = 'running';
  return true;
}

function markLine(s: State, campaign: number): boolean {
  const c = at(s.campaigns, campaign);
  const puttingBack = s.campaigns.some(
    (other, index) =>
      other.isDeleted && !other.isGone && at(s.rows, index).some((row) => row && row.state !== 'skipped'),
  );
  if (puttingBack) return false;
  const chosen = s.names.flatMap(({ status, isDeleted }, name) =>
    status === 'pending' && !isDeleted ? [name] : [],
  );
  if (chosen.length === 0) return false;
  c.mark = s.nextPosition++;
  c.chosen = chosen;
  return true;
}

export function pause(s: State, campaign: number): void {
  at(s.campaigns, campaign).status = 'paused';
}

export function complete(s: State, campaign: number): void {
  const c = at(s.campaigns, campaign);
  c.status = 'completed';
  c.wasStopped = true;
}

export function remove(s: State, campaign: number): void {
  const c = at(s.campaigns, campaign);
  c.isDeleted = true;
  if (c.status === 'running') c.status = 'completed';
}

/** Puts the names of deleted campaigns back, in one go. */
export function putBack(s: State, rules: Rules): void {
  s.campaigns.forEach((c, campaign) => {
    if (!c.isDeleted || c.isGone) return;
    const gone = s.names
      .map((_, name) => name)
      .filter((name) => {
        const row = rowOf(s, campaign, name);
        return row !== null && (row.state !== 'sending' || !rules.putBackLeavesSending);
      })
      .sort((one, other) => at(s.names, one).position - at(s.names, other).position);
    for (const name of gone) putNameBack(s, { campaign, name }, rules);
    c.isGone = at(s.rows, campaign).every((row) => row === null);
  });
}

function putNameBack(s: State, { campaign, name }: { campaign: number; name: number }, rules: Rules): void {
  const row = rowOf(s, campaign, name);
  for (const profile of s.profiles) if (row && profile.lease?.token === row.token) profile.lease = null;
  at(s.rows, campaign)[name] = null;
  const target = at(s.names, name);
  if (target.isDeleted || target.campaign !== campaign) return;
  if (target.status !== 'pending' && rules.repentNamesGoBehindTheMarks) target.position = s.nextPosition++;
  target.status = 'pending';
  target.campaign = null;
}

export function toggle(s: State, profile: number): void {
  const target = at(s.profiles, profile);
  target.isActive = !target.isActive;
  pauseUnfit(s);
}

export function resume(s: State, profile: number): void {
  at(s.profiles, profile).isBlocked = false;
}

/** False while a message to the name is being sent. */
export function setByHand(
  s: State,
  { name, status }: { name: number; status: RecipientStatus },
  rules: Rules,
): boolean {
  if (!revoke(s, name, rules)) return false;
  const target = at(s.names, name);
  if (status === 'pending' && rules.repentNamesGoBehindTheMarks) target.position = s.nextPosition++;
  target.status = status;
  target.campaign = null;
  return true;
}

export function deleteByHand(s: State, name: number, rules: Rules): boolean {
  if (!revoke(s, name, rules)) return false;
  const target = at(s.names, name);
  target.isDeleted = true;
  target.campaign = null;
  return true;
}

function revoke(s: State, name: number, rules: Rules): boolean {
  const leases = s.profiles.flatMap(({ lease }) => (lease?.name === name ? [lease] : []));
  const isSending = leases.some(({ campaign }) => rowOf(s, campaign, name)?.state === 'sending');
  if (isSending && rules.handWaitsForSending) return false;
  for (const { campaign } of leases) {
    move(s, { campaign, name, to: 'skipped' });
    settle(s, campaign, rules);
  }
  return true;
}
