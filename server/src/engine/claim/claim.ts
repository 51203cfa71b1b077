import { claim, keyOfLine, type LineToRead, type ReadLines } from '@pigeonpost/contract/rules/claim';
import { judgeCopy } from '@pigeonpost/contract/rules/freeze/copy';
import { findNextWork, type NextWork } from '@pigeonpost/contract/rules/next-work';
import { startStopwatch } from '../../clock.ts';
import type { EngineStep } from '../../database/engine/engine-step.ts';
import type { Deps } from '../../deps.ts';
import { publishNow } from '../publish.ts';
import { type CandidateRows, readAccount, readCampaign, readCandidates } from '../read-facts.ts';
import type { Asked, CallRow, ClaimAnswer, ClaimCall, Facts, KnownRow, OwnClaim } from './work-call.ts';
import { writeClaims } from './write-claims.ts';

/** The functions of the database that read what a claim is judged by. */
const READ = 'read_work_calls';
const READ_LINES = 'read_lines';
/** Writes what agents know that the database does not. */
const RECORD_COPIES = 'record_copies';

/**
 * Claims for work calls, in order (docs/engine.md#claim); undefined for one whose session has ended. `seconds`: how long requests
 * wait for their machine, a person's and those that only look for unread messages.
 */
export async function claimForWorkCalls(
  deps: Deps,
  calls: ClaimCall[],
  seconds: { usual: number; unread: number },
): Promise<(ClaimAnswer | undefined)[]> {
  const stopwatch = startStopwatch();
  const awaited_since = deps.continuity.awaitedSince();
  const { answers, events } = await deps.takeStep('claim', async (step) => {
    const told = await step.call<{ moment: number; answers: CallRow[] }>(READ, [
      deps.clock.moment?.toISOString() ?? null,
      `{${calls.map(({ user_id }) => user_id).join()}}`,
      // PostgreSQL refuses a lone surrogate in JSON.
      JSON.stringify(
        calls.map((call, ord) => ({ ...call, paths: call.paths.map((path) => path.toWellFormed()), ord })),
      ),
      deps.config.practiceUrl !== undefined,
      seconds.usual,
      seconds.unread,
      awaited_since?.toISOString() ?? null,
    ]);
    const now = told.moment;
    deps.clock.learn(now, stopwatch());
    const open = told.answers.map((row, ord) => openCall(row, calls[ord], now));
    await recordCopies(step, open, now);
    return writeClaims(step, { deps, asked: await choose(step, open, now), now });
  });
  deps.metrics.stepTaken('claim', stopwatch());
  publishNow(deps, events);
  return answers;
}

/** What a call gets to which nothing may be handed out. */
const NOTHING: OwnClaim = {
  chosen: [],
  passed_over: [],
  over: [],
  is_cut: false,
  cursors: [],
};

type OpenCall = Omit<Asked, 'claimed' | 'next'> & { lines: ReadLines };

/** A call whose claim is to be decided; null: its session has ended. */
function openCall(row: CallRow, call: ClaimCall | undefined, now: number): OpenCall | null {
  if (!row.is_known || !call) return null;
  const { is_frozen } = row.account;
  const copy = judgeCopy(call.known, { ...row, is_frozen }, { now, draw: Math.random() });
  return { call, row, copy, facts: toFacts(row, call), lines: new Map() };
}

/** Writes, before anything is claimed, what the agents of these calls know that the database does not. */
async function recordCopies(step: EngineStep, open: (OpenCall | null)[], now: number): Promise<void> {
  const news = open.flatMap((one) => {
    if (!one || (one.copy.missing === 0 && !one.copy.has_frozen)) return [];
    const { missing, has_frozen, epoch } = one.copy;
    const { user_id, agent_id } = one.call;
    return [{ user_id, agent_id, missing, new_epoch: has_frozen ? epoch : null }];
  });
  if (news.length > 0) await step.call(RECORD_COPIES, [now, JSON.stringify(news)]);
}

/** Decides each call, reading the lines that it needs for all of them together; null: its session has ended. */
async function choose(step: EngineStep, open: (OpenCall | null)[], now: number): Promise<(Asked | null)[]> {
  const claimed = new Map<OpenCall | null, OwnClaim>();
  for (let wanted = open.filter((one) => one !== null); wanted.length > 0; ) {
    const reads: { user_id: number; lines: ReadLines; line: LineToRead }[] = [];
    const again: typeof wanted = [];
    for (const one of wanted) {
      const found = mayDeliver(one) ? claim(one.facts, one.lines, now) : NOTHING;
      if ('chosen' in found) claimed.set(one, found);
      else {
        for (const line of found) reads.push({ user_id: one.call.user_id, lines: one.lines, line });
        again.push(one);
      }
    }
    if (reads.length > 0) await readLines(step, reads, now);
    wanted = again;
  }
  return open.map((one) => {
    const found = claimed.get(one);
    if (!one || !found) return null;
    const { call, row, copy, facts } = one;
    return { call, row, copy, facts, claimed: found, next: nextOf(one, found, now) };
  });
}

const mayDeliver = ({ row: { delivers, held_until }, copy: { has_frozen } }: OpenCall) =>
  delivers && !has_frozen && held_until === null;

function toFacts(row: KnownRow, { agent_id, any_machine, capacity }: ClaimCall): Facts {
  const { account, running, senders, day, handed_out, has_others } = row;
  const byCampaign = Map.groupBy(senders, ({ campaign_id }) => campaign_id);
  return {
    account: readAccount(account),
    running: running.map((one) => ({
      ...one,
      campaign: readCampaign(one),
      senders: (byCampaign.get(one.id) ?? []).map((sender) => ({ ...sender, profile: sender })),
    })),
    day,
    handed_out,
    has_others,
    agent_id,
    any_machine,
    capacity,
  };
}

/** Reads more of these lines. */
async function readLines(
  step: EngineStep,
  reads: { user_id: number; lines: ReadLines; line: LineToRead }[],
  now: number,
): Promise<void> {
  const rows = await step.call<CandidateRows[]>(READ_LINES, [
    now,
    JSON.stringify(reads.map(({ user_id, line }, ord) => ({ ...line, user_id, ord }))),
  ]);
  for (const [ord, { lines, line }] of reads.entries()) {
    const people = readCandidates(rows[ord]);
    const before = lines.get(keyOfLine(line))?.people ?? [];
    lines.set(keyOfLine(line), { people: [...before, ...people], is_end: people.length < line.most });
  }
}

/** What a call waits for that gets nothing. */
function nextOf(call: OpenCall, claimed: OwnClaim, now: number): NextWork {
  const { row, facts } = call;
  if (claimed.chosen.length > 0) return { next_at: null, is_quiet: false, may_go_on: true };
  const next = findNextWork(facts, now);
  // Whoever was passed over is so no more: the next claim finds others, or nobody.
  if (claimed.is_cut || claimed.passed_over.length > 0) return { ...next, next_at: now, is_quiet: false };
  const { held_until } = row;
  return {
    ...next,
    next_at: held_until === null ? next.next_at : Math.min(held_until, next.next_at ?? held_until),
    is_quiet: next.is_quiet && next.may_go_on && mayDeliver(call) && !facts.account.is_frozen,
  };
}
