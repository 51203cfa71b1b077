import { AssertionError } from 'node:assert/strict';
import { createClient } from '@pigeonpost/contract/client';
import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { Breakpoints } from './breakpoints.ts';
import { countFollowUps } from './check-follow-ups.ts';
import { checkScene } from './check-scene.ts';
import { injectFault } from './inject-fault.ts';
import { countLimited, type Limited } from './judge-grants.ts';
import { nameOf, type PlannedFault, type PlannedScene, planScenes, type Third } from './plan.ts';
import { countUnfit } from './read-end.ts';
import { Scene } from './scene.ts';
import { waitUntilIdle } from './wait-until-idle.ts';
import { ADMIN, World } from './world.ts';

interface RunOptions {
  seed: number;
  faults: number;
  /** The number of faults in a scene. */
  faultsOfScene: number;
  /** The number of scenes at once. */
  sideBySide: number;
  /** Plays only cells that contain these words. */
  only?: string | undefined;
  /** Plays only this third of the cells. */
  third?: Third | undefined;
  /** Plays only these scenes of the seed. */
  numbers?: readonly number[] | undefined;
  signal: AbortSignal;
  say: (line: string) => void;
  /** Called after each scene. */
  onProgress?: (progress: Progress) => void;
}

/** The progress of a run. */
interface Progress {
  faults: number;
  scenes: number;
  problems: number;
}

interface RunResult extends Limited {
  happened: PlannedFault[];
  /** The number of messages that arrived at the scripted site. */
  arrived: number;
  /** The number of people who were skipped because of what their text needs. */
  unfilled: number;
  tooLong: number;
  /** The number of messages of follow-ups that arrived, and of people of one who were given to other profiles. */
  followed: number;
  given: number;
  byOthers: number;
  /** The problems with their scenes, a sentence each; empty if all held. */
  problems: string[];
}

/**
 * Plays scenes in parallel on the same servers and compares their final states with the record of the scripted site
 * (docs/engine.md#how-it-is-tried). The folder, with the log of all programs, is kept only if there is a problem.
 */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const { signal, sideBySide, say, onProgress } = options;
  const world = await World.open(signal);
  const result: RunResult = {
    happened: [],
    arrived: 0,
    unfilled: 0,
    tooLong: 0,
    followed: 0,
    given: 0,
    byOthers: 0,
    fullDays: 0,
    scheduled: 0,
    looks: 0,
    problems: [],
  };
  try {
    const { url, token } = await signInAdmin(world);
    const admin = createClient({ baseUrl: url, token: () => token });
    const scenes = planScenes(options);
    const waiting = scenes.filter(({ number }) => options.numbers?.includes(number) ?? true);
    const standing = new Map<number, string>();
    let played = 0;
    const play = async () => {
      for (let plan = waiting.shift(); plan && !signal.aborted; plan = waiting.shift()) {
        await playScene({ world, admin, plan, standing, result, say }).catch((error: Error) => {
          signal.throwIfAborted();
          tellProblem({ result, say }, `Scene ${plan?.number} could not be played on: ${error.stack}`);
        });
        played += 1;
        const { happened, problems } = result;
        onProgress?.({ faults: happened.length, scenes: played, problems: problems.length });
      }
    };
    await Promise.allSettled(Array.from({ length: sideBySide }, play));
    if (signal.aborted) throw new Error(describeEnd(signal, { result, standing }));
    result.problems.push(...world.problems);
    Object.assign(result, await world.untilDatabaseAnswers(() => countUnfit(world.database.pool)));
    Object.assign(result, await world.untilDatabaseAnswers(() => countLimited(world.database.pool)));
    return result;
  } finally {
    await world.end();
    if (result.problems.length > 0) say(`The log of all programs is ${world.folder}/run.log`);
    else await world.remove();
  }
}

interface Play {
  world: World;
  admin: ReturnType<typeof createClient>;
  plan: PlannedScene;
  /** The present step of each scene. */
  standing: Map<number, string>;
  result: RunResult;
  say: (line: string) => void;
}

async function playScene({ world, admin, plan, standing, result, say }: Play): Promise<void> {
  standing.set(plan.number, 'its start');
  const scene = await Scene.open(world, admin, plan);
  for (const fault of plan.faults) {
    standing.set(plan.number, nameOf(fault));
    scene.note(nameOf(fault));
    await injectFault(scene, fault);
    result.happened.push(fault);
    const ended = scene.machine.takeUnexpectedEnd();
    if (ended)
      scene.problems.push(`After ${fault.fault} at ${fault.point} the agent ended by itself, ${ended}`);
  }
  standing.set(plan.number, 'its rest');
  scene.note('comes to rest');
  for (const pending of await waitUntilIdle(scene)) scene.problems.push(`Never idle: ${pending}.`);
  const problems = await checkScene(scene);
  // Invariants hold for every user at any time. A violation is reported once, at the end of the scene that first
  // reaches it.
  if (result.problems.length === 0) problems.push(...(await findContradictions(scene)));
  await scene.machine.end();
  result.arrived += scene.site.arrivals.length;
  const { followed, byOthers } = countFollowUps(scene);
  result.followed += followed;
  result.byOthers += byOthers;
  result.given += scene.followUps.given;
  for (const problem of problems) tellProblem({ result, say }, `Scene ${plan.number}: ${problem}`);
  scene.note(`over, ${problems.length} problems`);
  standing.delete(plan.number);
}

/** Why a run that was ended has not come further. */
function describeEnd(
  { reason }: AbortSignal,
  { result, standing }: { result: RunResult; standing: ReadonlyMap<number, string> },
): string {
  const scenes = [...standing].map(([number, at]) => `scene ${number} at ${at}`);
  return `${(reason as Error).message} After ${result.happened.length} faults: ${scenes.join(', ')}.`;
}

/** Printed at once, so that a run that is ended by hand has shown it. */
function tellProblem({ result, say }: Pick<Play, 'result' | 'say'>, problem: string): void {
  result.problems.push(problem);
  say(problem);
}

async function findContradictions(scene: Scene): Promise<string[]> {
  const found = await scene.untilDatabaseAnswers(async () => {
    try {
      await assertEngineInvariants(scene.world.database.pool);
    } catch (error) {
      if (error instanceof AssertionError) return error;
      throw error;
    }
  });
  return found ? [`When it was at rest: ${found.message}`] : [];
}

async function signInAdmin(world: World): Promise<{ url: string; token: string }> {
  // Administrators' calls are not held: the proxy treats them as a scene without breakpoints.
  let turn = 0;
  world.proxy.add('admin', {
    breakpoints: new Breakpoints(),
    server: () => world.servers.addressFor((turn++ % 2) / 2),
    onGiven() {},
    personOf: () => undefined,
  });
  const url = world.proxy.urlOf('admin');
  const visitor = createClient({ baseUrl: url, token: () => undefined });
  return { url, token: (await visitor('POST /api/auth/login', { body: ADMIN })).token };
}
