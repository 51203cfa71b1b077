import { completeCampaigns } from './complete-campaigns.ts';
import { type EngineEvents, publishEvents, type Step } from './events.ts';
import { pauseIneligibleCampaigns } from './pause-ineligible.ts';
import { TRANSITION_EFFECTS } from './transition-effects.ts';

/** What an event may decide about a delivery, and the type of each in SQL. */
const COLUMNS = {
  ord: 'bigint',
  user_id: 'bigint',
  campaign_id: 'bigint',
  recipient_id: 'bigint',
  state: 'text',
  // Those of the row, unless they are new.
  profile_id: 'bigint',
  token: 'uuid',
  failures: 'integer',
  reason: 'text',
  lapsed_token: 'uuid',
  // Of a new lease.
  agent_id: 'bigint',
  lease_until: 'timestamptz',
  // When a waiting delivery is tried again, and when its profile's next message is due.
  retry_at: 'timestamptz',
  due_at: 'timestamptz',
  // Whether the profile is blocked or signed out by it, and whether it is an agent's word.
  blocks: 'boolean',
  signs_out: 'boolean',
  reports: 'boolean',
  // The log's line; none without an action.
  action: 'text',
  message: 'text',
} as const;

type Column = keyof typeof COLUMNS;
type Required = 'ord' | 'user_id' | 'campaign_id' | 'recipient_id' | 'state';

/** Deliveries that change their state: SQL expressions over the rows of `from`. What is left out is null. */
export interface Transitions {
  columns: Record<Required, string> & Partial<Record<Column, string>>;
  from: string;
}

/** For a table of rows of `deliveries` with `ord`: the same delivery, its profile and its token. */
export const SAME_DELIVERY = {
  ord: 'ord',
  user_id: 'user_id',
  campaign_id: 'campaign_id',
  recipient_id: 'recipient_id',
  profile_id: 'profile_id',
  token: 'token',
};

interface Decision {
  /** Tables that find and judge, as the first part of a `with`. */
  tables: string;
  transitions: Transitions[];
  /** A query with `ord` and what the caller wants to know; it may read `transitions`. */
  answers: string;
  /** A query of user_id, campaign_id, cursor and passed: only a claim moves a campaign's place in its line. */
  cursors?: string;
}

const NO_CURSORS = 'select null::bigint, null::bigint, null::bigint, null::boolean where false';

/**
 * The statement of an event. It decides which deliveries go to which state, and what follows from a state is
 * changed by the same statement, alike for all events (`TRANSITION_EFFECTS`). $1 is now.
 *
 * ```
 * (no row) → leased → sending → sent, not_found, failed, uncertain
 *               ↑ ↓       ↓ failed, and tries are left
 *              waiting ←──┘        any but sending → skipped
 * ```
 *
 * docs/engine.md#delivery-states has what each state means, docs/engine.md#events each way from one to another.
 */
export function transitionStatement({
  tables,
  transitions,
  answers,
  cursors = NO_CURSORS,
}: Decision): string {
  return `with ${tables},
  transitions as materialized (${transitions.map(selectTransitions).join(' union all ')}),
  answers as (${answers}),
  cursors (user_id, campaign_id, cursor, passed) as (${cursors}),
  ${TRANSITION_EFFECTS}`;
}

function selectTransitions({ columns, from }: Transitions): string {
  const selected = Object.entries(COLUMNS).map(
    ([column, type]) => `(${columns[column as Column] ?? 'null'})::${type} as ${column}`,
  );
  return `select ${selected.join(', ')} from ${from}`;
}

interface Outcome<Answer> extends EngineEvents {
  answers: Answer[];
  /** Profiles that were blocked or signed out. */
  rested: { user_id: number; profile_id: number }[];
}

/**
 * Runs a transition statement and what must see its effects: a campaign whose last profile must rest pauses, one
 * with nothing left completes. Nothing else changes a delivery's state, but for requeueing, which removes rows.
 * The engine's lock must be held; `values` follow the moment, which is $1.
 */
export async function transition<Answer>(
  step: Step,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Answer[]> {
  const { rows } = await step.tx.client.query<Outcome<Answer>>({
    name,
    text,
    values: [step.deps.clock.now(), ...values],
  });
  const outcome = rows[0];
  if (!outcome) return [];
  publishEvents(step, outcome);
  await pauseIneligibleCampaigns(step, [...new Set(outcome.rested.map(({ user_id }) => user_id))]);
  await completeCampaigns(
    step,
    outcome.progress.filter(({ in_work }) => in_work === 0),
  );
  return outcome.answers;
}
