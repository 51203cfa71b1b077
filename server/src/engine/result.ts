import { isInWork } from '@pigeonpost/contract/rules/change';
import type { FollowFacts } from '@pigeonpost/contract/rules/follow';
import { judgeRests, type RestingProfile } from '@pigeonpost/contract/rules/resting/rest';
import {
  judgeResult,
  type Report,
  type ResultChange,
  type ResultFacts,
  type ResultVerdict,
} from '@pigeonpost/contract/rules/result';
import { type Delays, drawnPace } from '@pigeonpost/contract/rules/time';
import { startStopwatch } from '../clock.ts';
import type { EngineStep } from '../database/engine/engine-step.ts';
import type { Deps } from '../deps.ts';
import { countForgottenGrants } from './counters/restored-counters.ts';
import { commitAndJudge, type ToJudge } from './pause-and-complete.ts';
import { publishNow } from './publish.ts';
import { toRest } from './resting/rest-profiles.ts';
import { type Decision, followAll, keyOf } from './write-changes.ts';

/** What an agent reports of a delivery, as the contract's call has it. */
export interface ResultCall extends Report {
  user_id: number;
  token: string;
  /** The server that handed the delivery out, if the agent says it. */
  server_id?: string | undefined;
  /** The moment of the click and the present one by the agent's clock, in ISO 8601. */
  at?: string | undefined;
  now?: string | undefined;
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
    const verdicts = given.map((report, ord) => {
      const [known, row] = [facts[ord] as ResultRow, rows[ord] as FollowFacts];
      const due_at = drawnPace(known, report.draw, moment);
      return judgeResult(report, { ...known, name: row.recipient ?? row.begun_name, due_at }, moment);
    });
    return write(step, { given, verdicts, moment, facts, rows });
  });
  deps.metrics.stepTaken('result', seconds());
  publishNow(deps, events);
  return answers;
}

interface Told {
  moment: number;
  /** By call: what its report is judged by, and what follows from that. */
  facts: ResultRow[];
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

/** With what is known of its campaign: `is_last`, nobody can be taken from its line, or its canary is done. */
interface ResultRow extends Omit<ResultFacts, 'name' | 'due_at'>, Delays {
  /** Of a report by which its profile may have to rest. */
  profile: RestingProfile | null;
  in_work: number | null;
  is_last: boolean | null;
}

interface Judged extends Told {
  given: Given[];
  verdicts: ResultVerdict[];
}

async function write(step: EngineStep, judged: Judged) {
  const { given, verdicts, moment, facts, rows } = judged;
  const answers = verdicts.map(({ answer }) => answer);
  const changed = given.filter(({ ord }) => verdicts[ord]?.change);
  const noted = given.flatMap(({ ord, user_id }) => {
    const { recipient = '', note = null } = verdicts[ord]?.of_deleted ?? {};
    return note === null ? [] : [{ ...note, user_id, recipient }];
  });
  if (changed.length === 0 && noted.length === 0) return { answers, events: [] };
  const decisions = changed.map(({ ord, token, ...key }): Decision => {
    const change = verdicts[ord]?.change as ResultChange;
    return { ...keyOf(key), change, token, report: facts[ord] };
  });
  const { changes, counted, forgotten } = followAll(
    decisions,
    changed.map(({ ord }) => rows[ord] as FollowFacts),
    moment,
    noted,
  );
  const counters = await countForgottenGrants(step.call, forgotten, moment);
  const { events } = await commitAndJudge(step, {
    name: WRITE,
    args: [moment, changes, counted, JSON.stringify(findRests(judged)), counters],
    toJudge: findToJudge(judged),
    now: moment,
  });
  return { answers, events };
}

/** The profiles that rest by this. */
function findRests({ given, facts, verdicts, moment }: Judged) {
  const said = given.flatMap(({ ord, user_id, campaign_id }) => {
    const change = verdicts[ord]?.change;
    const profile = facts[ord]?.profile;
    if (!change || !profile) return [];
    const { blocks, signs_out, faults = false, obstructs, reason } = change;
    const words = reason?.kind === 'told' ? reason.words : undefined;
    const of = { user_id, profile_id: profile.id, campaign_ids: [campaign_id] };
    return [{ of, profile, word: { blocks, signs_out, faults, obstructs, words } }];
  });
  return judgeRests(said, moment).flatMap((rest, place) => {
    const of = said[place]?.of;
    return rest && of ? [toRest(of, rest)] : [];
  });
}

/** Campaigns that may be over by this, and users of whom a profile rests. */
function findToJudge({ given, facts, verdicts }: Judged): ToJudge[] {
  const inWork = new Map<number, number>();
  const toJudge: ToJudge[] = [];
  for (const [ord, { change }] of verdicts.entries()) {
    const report = given[ord];
    const known = facts[ord];
    if (!change || !report || !known) continue;
    const { user_id, campaign_id } = report;
    if (change.blocks || change.signs_out) toJudge.push({ user_id });
    const wasInWork = isInWork(known.state);
    const left =
      (inWork.get(campaign_id) ?? known.in_work ?? 0) + Number(isInWork(change.state)) - Number(wasInWork);
    inWork.set(campaign_id, left);
    // A late word of one who was not in work may bring its canary to its end.
    if (left === 0 && (known.is_last || !wasInWork)) toJudge.push({ user_id, campaign_id });
  }
  return toJudge;
}

/** How many seconds ago the agent clicked, whatever its clock shows; undefined if it does not say. */
export function ageOf({ clock }: Pick<Deps, 'clock'>, { at, now }: Pick<ResultCall, 'at' | 'now'>) {
  if (at === undefined) return undefined;
  const passed = (now === undefined ? clock.now().getTime() : Date.parse(now)) - Date.parse(at);
  return Math.min(Math.max(passed / 1000, 0), OLDEST_SECONDS);
}
