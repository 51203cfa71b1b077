import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { FollowFacts, Reporter } from '@pigeonpost/contract/rules/follow';
import {
  judgeResult,
  type Report,
  type ResultChange,
  type ResultFacts,
  type ResultVerdict,
} from '@pigeonpost/contract/rules/result';
import { startStopwatch } from '../clock.ts';
import type { EngineStep } from '../database/engine/engine-step.ts';
import type { Deps } from '../deps.ts';
import { type EngineEvent, publishNow } from './publish.ts';
import { type Decision, followAll, keyOf } from './write-changes.ts';

/** What an agent reports of a delivery, as the contract's call has it. */
export interface ResultCall extends Report {
  user_id: number;
  token: string;
  recipient_id: number;
  /** The server that handed the delivery out, if the agent says it. */
  server_id?: string | undefined;
  /** The moment of the click and the present one by the agent's clock, in ISO 8601. */
  at?: string | undefined;
  now?: string | undefined;
  recipient?: string | undefined;
  profile_path?: string | undefined;
  /** From 0 to 1: where the profile's next message falls between the two delays. */
  draw: number;
}

/** As long as agents keep their journals. */
const OLDEST_SECONDS = 30 * 86_400;

/** The functions of the database that read what a result is judged by, and write what was decided. */
const READ = 'read_result_facts';
const WRITE = 'record_results';

/**
 * Records what became of deliveries, in the calls' order. A lost lease is no reason to refuse evidence
 * (docs/engine.md#results). A user's recipient may occur once in a batch. Answers `elsewhere` are for `believeForgotten`.
 */
export async function recordResults(deps: Deps, calls: ResultCall[]): Promise<ResultVerdict['answer'][]> {
  const seconds = startStopwatch();
  const given = calls.map((call, ord) => toGiven(deps, call, ord));
  const { answers, events } = await deps.takeStep('result', async (step) => {
    const { moment, facts, rows } = await step.call<Told>(READ, [
      deps.clock.moment?.toISOString() ?? null,
      `{${calls.map(({ user_id }) => user_id).join()}}`,
      JSON.stringify(given),
      deps.identity.id,
    ]);
    deps.clock.learn(moment, seconds());
    const verdicts = given.map((report, ord) => judgeResult(report, facts[ord] as ResultFacts, moment));
    return write(step, { given, verdicts, moment, facts, rows, this_server: deps.identity.id });
  });
  deps.metrics.stepTaken('result', seconds());
  publishNow(deps, events);
  return answers;
}

interface Told {
  moment: number;
  /** By call: what its report is judged by, and what follows from that. */
  facts: (ResultFacts & Reporter)[];
  rows: FollowFacts[];
}

type Given = Omit<ResultCall, 'at' | 'now'> & { ord: number; age: number | undefined };

/** As the database reads it: PostgreSQL takes no half of a surrogate pair in JSON. */
function toGiven(deps: Deps, { at, now, ...call }: ResultCall, ord: number): Given {
  return {
    ...call,
    reason: call.reason?.toWellFormed(),
    obstacle: call.obstacle?.toWellFormed(),
    recipient: call.recipient?.toWellFormed(),
    profile_path: call.profile_path?.toWellFormed(),
    age: ageOf(deps, { at, now }),
    ord,
  };
}

interface Judged extends Told {
  given: Given[];
  verdicts: ResultVerdict[];
  this_server: string;
}

async function write(step: EngineStep, { given, verdicts, moment, facts, rows, this_server }: Judged) {
  const answers = verdicts.map(({ answer }) => answer);
  const changed = given.filter(({ ord }) => verdicts[ord]?.change);
  const gone = given.filter(({ ord }) => verdicts[ord]?.is_of_deleted);
  if (changed.length === 0 && gone.length === 0) return { answers, events: [] };
  const decisions = changed.map(({ ord, token, ...key }): Decision => {
    const change = verdicts[ord]?.change as ResultChange;
    return { ...keyOf(key), change, token, report: facts[ord] };
  });
  const { changes, counted } = followAll(
    decisions,
    changed.map(({ ord }) => rows[ord] as FollowFacts),
    moment,
  );
  const written = await step.commit<{ answers: Record<number, DeliveryState>; events: EngineEvent[] }>(
    WRITE,
    [moment, changes, counted, JSON.stringify(gone), this_server],
  );
  return { answers: answers.map((answer, ord) => written.answers[ord] ?? answer), events: written.events };
}

/** How many seconds ago the agent clicked, whatever its clock shows; undefined if it does not say. */
export function ageOf({ clock }: Pick<Deps, 'clock'>, { at, now }: Pick<ResultCall, 'at' | 'now'>) {
  if (at === undefined) return undefined;
  const passed = (now === undefined ? clock.now().getTime() : Date.parse(now)) - Date.parse(at);
  return Math.min(Math.max(passed / 1000, 0), OLDEST_SECONDS);
}
