import { DELIVERY_STATES } from '@pigeonpost/contract/campaigns';
import { isCapReached } from './facts.ts';
import { isBeforeLast } from './last-moment-model.ts';
import { isOpenFor } from './pace-model.ts';
import { dueStarts, isCountingDown } from './start-model.ts';
import { at, type Message, type Row, type State } from './state.ts';
import type { Step } from './step.ts';

/** The state of a delivery at an event; none: its recipient has no row. */
const STATES = ['none', ...DELIVERY_STATES] as const;
/** Of a campaign that is not over. */
const EARLY_STATES = STATES.filter((state) => state !== 'stopped');
type MetState = (typeof STATES)[number];

/**
 * The events of a delivery, and the states that each can meet. A late report has another token than the row's last one;
 * a late 'sent' is impossible, because a grant is shorter than its lease. A begin after a stop is left out, because
 * only one walk in hundreds reaches it.
 */
const MEETS = {
  release: ['none', 'leased', 'waiting'],
  begin: ['none', 'leased', 'sending', 'waiting', 'uncertain', 'skipped'],
  'its sent': ['sending', 'sent', 'uncertain'],
  'its not_found': ['sending', 'not_found'],
  'its failed': ['leased', 'sending', 'waiting', 'failed', 'uncertain', 'stopped'],
  'its unknown': ['sending', 'uncertain'],
  'a late sent': [],
  'a late not_found': [],
  'a late failed': ['none', 'leased', 'waiting', 'failed', 'skipped'],
  'a late unknown': [],
  'lease over': ['leased', 'sending'],
  crash: STATES,
  'lost journal': STATES,
  'set by hand': STATES,
  'deleted by hand': STATES,
  'do not contact': STATES,
  'value changed': STATES,
  pause: EARLY_STATES,
  complete: EARLY_STATES,
  delete: STATES,
  'delete but those messaged': STATES,
  requeue: STATES,
  'requeue but those messaged': STATES,
  'subscription over': STATES,
  'subscription back': STATES,
  added: STATES,
  'import begins': STATES,
  'import ends': STATES,
  'profile in use': ['leased'],
  'site unreachable': ['leased'],
  'machine fault': ['leased'],
  'lose power': ['leased', 'sending'],
  backup: STATES,
  restore: STATES,
  'lose commits': ['none', 'leased', 'waiting', 'sent'],
} as const satisfies Record<string, readonly MetState[]>;
const OFTEN = ['none', 'leased', 'sending', 'waiting', 'sent', 'failed'] as const;
/** The same in a world with hours and caps. */
const MEETS_IN_TIME = {
  'hours close': OFTEN,
  'day passes': OFTEN,
  'hour passes': OFTEN,
  'last moment near': ['none', 'leased', 'sending', 'waiting', 'sent'],
  'last moment passes': ['none', 'leased', 'sent'],
  'cap set': OFTEN,
  'begin outside of the hours': ['leased'],
  'begin at a cap': ['leased', 'sending'],
  'begin in a batch': ['leased', 'sending'],
  'start undone': ['none', 'waiting', 'sent'],
  'start by itself': ['none'],
} as const satisfies Record<string, readonly MetState[]>;
/** The same where campaigns pause for a look, and people are taken out. */
const MEETS_OF_CHOICE = {
  'taken out': ['none', 'leased', 'waiting'],
  'put back': ['skipped'],
  'look over': ['none', 'sent', 'failed', 'skipped'],
} as const satisfies Record<string, readonly MetState[]>;
type Event = keyof typeof MEETS | keyof typeof MEETS_IN_TIME | keyof typeof MEETS_OF_CHOICE;

/** Every pair of state and event that long walks must meet, in the form of `pairsOf`. */
export const PAIRS = listPairs(MEETS);
/** The same where there are hours and caps. */
export const PAIRS_IN_TIME = listPairs(MEETS_IN_TIME);
/** The same where there are canaries and people who are taken out. */
export const PAIRS_OF_CHOICE = listPairs(MEETS_OF_CHOICE);

function listPairs(meets: Record<string, readonly MetState[]>): readonly string[] {
  return Object.entries(meets).flatMap(([event, states]) =>
    states.map((state) => pair(state, event as Event)),
  );
}

/** Each state of a delivery with each event that meets it in this step, as 'state: event'. */
export function pairsOf(s: State, step: Step): string[] {
  const of = (rows: readonly (Row | null | undefined)[], event: Event) =>
    rows.map((row) => pair(row?.state ?? 'none', event));
  switch (step.kind) {
    case 'deliver':
    case 'repeat': {
      const message = at(s.net, step.index);
      return message.to === 'server' ? [ofMessage(s, message), ...inTime(s, message)] : [];
    }
    case 'begin together':
      return step.indexes.map((index) => pair(stateOf(s, at(s.net, index)), 'begin in a batch'));
    case 'start scheduled':
      return dueStarts(s).flatMap((campaign) => of(at(s.rows, campaign), 'start by itself'));
    case 'hours close':
    case 'day passes':
    case 'hour passes':
      return of(s.rows.flat(), step.kind);
    case 'last moment near':
    case 'last moment passes':
      return of(at(s.rows, step.campaign), step.kind);
    case 'sweep':
      return of(
        s.profiles.flatMap(({ lease }) => (lease?.isOver ? [at(s.rows, lease.campaign)[lease.name]] : [])),
        'lease over',
      );
    case 'crash':
    case 'lose power':
    case 'lose journal':
      return of(
        s.tasks.flatMap((task) => (task ? [at(s.rows, task.campaign)[task.name]] : [])),
        step.kind === 'lose journal' ? 'lost journal' : step.kind,
      );
    case 'requeue':
      return s.campaigns.flatMap(({ isDeleted, isGone, keepsSent }, campaign) =>
        isDeleted && !isGone
          ? of(at(s.rows, campaign), keepsSent ? 'requeue but those messaged' : 'requeue')
          : [],
      );
    case 'disaster':
      return of(s.rows.flat(), step.disaster);
    case 'end import':
      return of(s.rows.flat(), 'import ends');
    case 'agent fault':
      if (step.fault === 'in use') return of([rowOfTask(s, step.profile)], 'profile in use');
      return step.fault === 'site unreachable' || step.fault === 'machine fault'
        ? of([rowOfTask(s, step.profile)], step.fault)
        : [];
    case 'owner':
      return ofOwner(s, step);
    default:
      return [];
  }
}

function ofOwner(s: State, { step }: Step & { kind: 'owner' }): string[] {
  const ofName = (name: number, event: Event) =>
    s.rows.map((rows) => pair(rows[name]?.state ?? 'none', event));
  const ofAll = (event: Event) => s.rows.flat().map((row) => pair(row?.state ?? 'none', event));
  const ofCampaign = (campaign: number, event: Event) =>
    at(s.rows, campaign).map((row) => pair(row?.state ?? 'none', event));
  switch (step.kind) {
    case 'set':
      return ofName(step.name, 'set by hand');
    case 'delete name':
      return ofName(step.name, 'deleted by hand');
    case 'refuse':
      return ofName(step.name, 'do not contact');
    case 'value':
      return ofName(step.name, 'value changed');
    case 'pause':
    case 'complete':
      return ofCampaign(step.campaign, step.kind);
    case 'delete':
      return ofCampaign(step.campaign, step.keepsSent ? 'delete but those messaged' : 'delete');
    case 'start':
      return at(s.campaigns, step.campaign).isForLook ? ofCampaign(step.campaign, 'look over') : [];
    case 'take out':
    case 'put back':
      return [
        pair(
          at(s.rows, step.campaign)[step.name]?.state ?? 'none',
          step.kind === 'take out' ? 'taken out' : step.kind,
        ),
      ];
    case 'undo start':
      return isCountingDown(s, step.campaign) ? ofCampaign(step.campaign, 'start undone') : [];
    case 'cap':
      return ofAll('cap set');
    case 'subscribe':
      return ofAll('subscription back');
    case 'unsubscribe':
      return ofAll('subscription over');
    case 'add':
    case 'add again':
      return ofAll('added');
    case 'begin import':
      return ofAll('import begins');
    default:
      return [];
  }
}

function rowOfTask(s: State, profile: number): Row | null | undefined {
  const task = at(s.tasks, profile);
  return task && at(s.rows, task.campaign)[task.name];
}

function ofMessage(s: State, message: Message & { to: 'server' }): string {
  if (message.kind !== 'result') return pair(stateOf(s, message), message.kind);
  const row = at(s.rows, message.campaign)[message.name];
  const isOwn = row?.token === message.token;
  return pair(row?.state ?? 'none', `${isOwn ? 'its' : 'a late'} ${message.outcome}`);
}

const stateOf = (s: State, { token }: { token: number }) =>
  s.rows.flat().find((row) => row?.token === token)?.state ?? 'none';

/** A begin that the rules of time refuse, unless it is repeated. */
function inTime(s: State, message: Message & { to: 'server' }): string[] {
  const { kind, profile } = message;
  const lease = at(s.profiles, profile).lease;
  if (!s.isPaced || kind !== 'begin' || lease?.token !== message.token) return [];
  const { campaign } = lease;
  const isOpen = isOpenFor(s, campaign) && isBeforeLast(s, campaign);
  const events: Event[] = isOpen ? [] : ['begin outside of the hours'];
  if (isCapReached(s, { campaign, profile })) events.push('begin at a cap');
  return events.map((event) => pair(stateOf(s, message), event));
}

function pair(state: string, event: Event): string {
  return `${state}: ${event}`;
}
