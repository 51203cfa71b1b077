import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { listPeople } from '../demo/people.ts';
import { findProblems } from './check-run.ts';
import { expireLostLeases } from './expire-lost-leases.ts';
import { type Kill, killAsPlanned } from './kill-as-planned.ts';
import type { PlannedKill } from './plan.ts';
import { type EndedDelivery, listDeliveries, openRunDatabase } from './run-database.ts';
import { Scene } from './scene.ts';
import { until } from './until.ts';

interface KillRunOptions {
  plan: readonly PlannedKill[];
  /** The number of recipients, at most 200; one in eight is unknown. */
  people: number;
  /** Whether the last lost lease takes its two minutes; the others are shortened. */
  waitsForLastLease: boolean;
  signal: AbortSignal;
  say: (line: string) => void;
}

export interface KillRunResult {
  kills: Kill[];
  deliveries: EndedDelivery[];
  /** The problems, a sentence each; empty if all held. */
  problems: string[];
}

const SETTLE_LIMIT_MS = 6 * 60_000;
const ANSWERED_LIMIT_MS = 60_000;

/**
 * Sends a campaign through real programs while they are killed, and compares the server's final state with the record
 * of the practice inbox. Its folder, with the log of all programs, is kept only if there is a problem.
 */
export async function runKills(options: KillRunOptions): Promise<KillRunResult> {
  const scene = await Scene.open();
  let isClean = false;
  try {
    const result = await runIn(scene, options);
    isClean = result.problems.length === 0;
    return result;
  } finally {
    await scene.end();
    if (isClean) await scene.remove();
    else options.say(`The log of all programs is ${scene.folder}/run.log`);
  }
}

async function runIn(scene: Scene, options: KillRunOptions): Promise<KillRunResult> {
  const { plan, signal, say, waitsForLastLease } = options;
  const people = listPeople(String(options.people));
  const unknown = people.filter((_, index) => index % 8 === 5);
  const known = people.filter((name) => !unknown.includes(name));
  const campaign_id = await scene.prepare({ known, unknown });
  const database = await openRunDatabase(scene.dataDir);
  const stopExpiring = expireLostLeases(database, scene.evidence);
  try {
    const params = { id: campaign_id };
    await scene.call('POST /api/campaigns/{id}/start', { params });
    const afterLastKill = async () => {
      if (waitsForLastLease) await stopExpiring();
    };
    const kills = await killAsPlanned({ scene, plan, signal, say, afterLastKill });
    say(`${kills.length} kills; the rest of the campaign is waited for.`);
    const isSettled = await isSettledInTime({ scene, campaign_id, signal });
    await stopExpiring();
    const deliveries = await listDeliveries(database);
    const problems = findProblems({
      plan,
      kills,
      deliveries,
      unknown,
      arrivals: scene.evidence.arrivals(),
      replays: scene.evidence.replays(),
    });
    if (!isSettled) problems.unshift('The campaign did not end.');
    await assertEngineInvariants(database.pool).catch((error: Error) => problems.push(error.message));
    return { kills, deliveries, problems };
  } finally {
    await stopExpiring();
    await database.close();
  }
}

/** Whether the campaign completes and every result is answered, so that nothing changes any more. */
async function isSettledInTime(run: {
  scene: Scene;
  campaign_id: number;
  signal: AbortSignal;
}): Promise<boolean> {
  const { scene, campaign_id, signal } = run;
  const isCompleted = async () => {
    const { campaign } = await scene.call('GET /api/campaigns/{id}', { params: { id: campaign_id } });
    return campaign.status === 'completed' || undefined;
  };
  const isAnswered = () => scene.evidence.countUnanswered() === 0 || undefined;
  return Boolean(
    (await until(isCompleted, { milliseconds: SETTLE_LIMIT_MS, signal })) &&
      (await until(isAnswered, { milliseconds: ANSWERED_LIMIT_MS, signal })),
  );
}
