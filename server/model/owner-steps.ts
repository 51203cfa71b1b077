import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { canGive } from './follow-up-model.ts';
import { isBeforeLast } from './last-moment-model.ts';
import { at, MOST_ADDED, type State } from './state.ts';
import { canPutBack, canTakeOut } from './take-out-model.ts';

/** What an owner does by hand. */
export type OwnerStep =
  | { kind: 'start' | 'pause' | 'complete' | 'undo start' | 'schedule'; campaign: number }
  /** Far ahead, or none any more. */
  | { kind: 'last moment' | 'no last moment'; campaign: number }
  /** Nothing is sent before its countdown is over. */
  | { kind: 'start to undo'; campaign: number }
  | { kind: 'delete'; campaign: number; keepsSent: boolean }
  | { kind: 'settle'; campaign: number; name: number; wentOut: boolean }
  | { kind: 'take out' | 'put back'; campaign: number; name: number }
  /** The other profiles of a follow-up write to the people of one. */
  | { kind: 'give to others'; campaign: number; of: number }
  /** Into the list that campaigns leave out, and out of it. */
  | { kind: 'leave out' | 'leave in'; name: number }
  /** 'full': no longer at half. */
  | { kind: 'toggle' | 'resume' | 'full'; profile: number }
  | { kind: 'set'; name: number; status: RecipientStatus }
  | { kind: 'delete name' | 'refuse' | 'add again'; name: number }
  | { kind: 'value'; name: number; value: number }
  /** `index`: of the campaign or profile; 'hours': its cap of an hour. */
  | { kind: 'cap'; of: 'account' | 'campaigns' | 'profiles' | 'hours'; index: number; cap: number }
  | { kind: 'add' | 'begin import' | 'subscribe' | 'unsubscribe' };

/** Steps that need a subscription. */
export const OF_SUBSCRIBERS: readonly OwnerStep['kind'][] = [
  'start',
  'start to undo',
  'schedule',
  'put back',
  'give to others',
  'leave out',
  'leave in',
  'toggle',
  'resume',
  'full',
  'set',
  'delete name',
  'value',
  'add',
  'add again',
];

/** Steps that wait for the list's line while an import holds it. */
const IN_LINE: readonly OwnerStep['kind'][] = ['settle', 'set', 'add', 'add again', 'begin import'];

/** The owner's possible steps; those that need the list's line wait for an import. */
export function ownerSteps(s: State): OwnerStep[] {
  const plain = [...plainSteps(s), ...capSteps(s), ...limitSteps(s), ...startSteps(s), ...choiceSteps(s)];
  plain.push(...givingSteps(s), ...leavingSteps(s));
  const steps = s.isPlain ? plain : [...plain, ...widerSteps(s)];
  return steps.filter(({ kind }) => !(s.isImporting && IN_LINE.includes(kind)));
}

function widerSteps(s: State): OwnerStep[] {
  const steps: OwnerStep[] = [{ kind: s.maySend ? 'unsubscribe' : 'subscribe' }];
  if (s.added < MOST_ADDED) steps.push({ kind: 'add' });
  if (s.added < MOST_ADDED && s.maySend) steps.push({ kind: 'begin import' });
  if (s.added < MOST_ADDED)
    for (const [name, { isDeleted, isRefused, person }] of s.names.entries())
      if (isDeleted && !isRefused && s.names.every((other) => other.isDeleted || other.person !== person))
        steps.push({ kind: 'add again', name });
  for (const [campaign, { isDeleted }] of s.campaigns.entries())
    if (!isDeleted) steps.push({ kind: 'delete', campaign, keepsSent: true });
  return steps;
}

function plainSteps(s: State): OwnerStep[] {
  const steps: OwnerStep[] = [];
  s.campaigns.forEach(({ status, isDeleted }, campaign) => {
    if (isDeleted) return;
    if (status === 'pending' || status === 'paused') steps.push({ kind: 'start', campaign });
    if (status === 'running') steps.push({ kind: 'pause', campaign });
    if (status === 'running' || status === 'paused') steps.push({ kind: 'complete', campaign });
    steps.push({ kind: 'delete', campaign, keepsSent: false });
    // Owners check before they settle.
    for (const [name, row] of at(s.rows, campaign).entries())
      if (row?.state === 'uncertain')
        steps.push({ kind: 'settle', campaign, name, wentOut: at(at(s.inbox, campaign), name) > 0 });
  });
  s.profiles.forEach(({ isBlocked, isSignedOut, isFaulted }, profile) => {
    steps.push({ kind: isBlocked || isSignedOut || isFaulted ? 'resume' : 'toggle', profile });
  });
  s.names.forEach(({ status, isDeleted, isRefused }, name) => {
    if (isDeleted) return;
    steps.push(
      { kind: 'set', name, status: status === 'pending' ? 'failed' : 'pending' },
      { kind: 'delete name', name },
    );
    if (!isRefused) steps.push({ kind: 'refuse', name });
    if (s.campaigns.some(({ hasBlank }) => hasBlank)) steps.push(...valueSteps(s, name));
  });
  return steps;
}

/** Starts that can be undone, and starts at a moment. */
function startSteps(s: State): OwnerStep[] {
  if (!s.hasStarts) return [];
  return s.campaigns.flatMap(({ status, isDeleted, startedFrom, schedule }, campaign): OwnerStep[] => {
    if (isDeleted) return [];
    const steps: OwnerStep[] = [];
    if (status === 'pending' || status === 'paused') steps.push({ kind: 'start to undo', campaign });
    if (status === 'pending' && schedule !== 'ahead' && isBeforeLast(s, campaign))
      steps.push({ kind: 'schedule', campaign });
    if (status === 'running' && startedFrom !== null) steps.push({ kind: 'undo start', campaign });
    return steps;
  });
}

/** People who are taken out, and put back. */
function choiceSteps(s: State): OwnerStep[] {
  if (!s.takesOut) return [];
  return s.campaigns.flatMap((_, campaign) =>
    s.names.flatMap((__, name): OwnerStep[] => {
      if (canTakeOut(s, { campaign, name })) return [{ kind: 'take out', campaign, name }];
      return canPutBack(s, { campaign, name }) ? [{ kind: 'put back', campaign, name }] : [];
    }),
  );
}

function givingSteps(s: State): OwnerStep[] {
  return s.campaigns.flatMap(({ profiles }, campaign) =>
    profiles.flatMap((of): OwnerStep[] =>
      canGive(s, { campaign, profile: of }) && s.names.some(({ own, isDeleted }) => own === of && !isDeleted)
        ? [{ kind: 'give to others', campaign, of }]
        : [],
    ),
  );
}

function leavingSteps(s: State): OwnerStep[] {
  if (!s.campaigns.some(({ leavesOut }) => leavesOut)) return [];
  return s.names.flatMap(({ person, isDeleted, isRefused }, name): OwnerStep[] => {
    if (isDeleted) return [];
    if (s.leftOut[person]) return [{ kind: 'leave in', name }];
    // A list takes nobody who is on do-not-contact.
    return isRefused ? [] : [{ kind: 'leave out', name }];
  });
}

/** Another cap, 1 or 2, where there is one. */
function capSteps(s: State): OwnerStep[] {
  const steps = (of: (OwnerStep & { kind: 'cap' })['of'], all: { cap: number | null }[]) =>
    all.flatMap(({ cap }, index): OwnerStep[] =>
      cap === null ? [] : [{ kind: 'cap', of, index, cap: cap === 1 ? 2 : 1 }],
    );
  const started = s.campaigns.map(({ cap, isDeleted }) => ({ cap: isDeleted ? null : cap }));
  const ofHours = s.profiles.map(({ hourCap }) => ({ cap: hourCap }));
  return [
    ...steps('account', [s]),
    ...steps('campaigns', started),
    ...steps('profiles', s.profiles),
    ...steps('hours', ofHours),
  ];
}

/** Profiles that are to send in full again, and last moments. */
function limitSteps(s: State): OwnerStep[] {
  const steps: OwnerStep[] = s.profiles.flatMap(({ isHalved }, profile) =>
    isHalved ? [{ kind: 'full', profile }] : [],
  );
  if (!s.hasLastMoments) return steps;
  for (const [campaign, { lastMoment, isDeleted, status }] of s.campaigns.entries()) {
    if (isDeleted || status === 'completed' || status === 'failed') continue;
    if (lastMoment === 'none') steps.push({ kind: 'last moment', campaign });
    else steps.push({ kind: 'no last moment', campaign });
  }
  return steps;
}

/** Another value of the name's person, and none. */
function valueSteps(s: State, name: number): OwnerStep[] {
  const now = at(s.values, at(s.names, name).person);
  const changed: OwnerStep = { kind: 'value', name, value: now === 1 ? 2 : 1 };
  return now === 0 ? [changed] : [changed, { kind: 'value', name, value: 0 }];
}
