import { setTimeout as wait } from 'node:timers/promises';
import { type Copy, putBack, takeCopy } from './copies.ts';
import type { FaultInjector, Moment } from './moment.ts';
import type { Scene } from './scene.ts';

const LOOK_EVERY_MS = 100;
/** Usually several messages. */
const LOOKS = 12;
/** As many as a stuck scene gets. */
const MOST_LOOKS = 6000;

/**
 * The database is set back without an announcement: grants after the copy are forgotten
 * (docs/engine.md#high-water-mark).
 */
export const copyFaults = {
  async 'copy put back'({ scene, release }) {
    const copy = await copyOf(scene);
    release();
    await letSend(scene);
    await scene.world.servers.withServer(0, (_one, startFirst) =>
      scene.world.servers.withServer(1, async (_other, startSecond) => {
        await Promise.all([scene.world.servers.kill(0), scene.world.servers.kill(1)]);
        await putBackIn(scene, copy, false);
        await Promise.all([startFirst(), startSecond()]);
      }),
    );
    await settle(scene);
    return true;
  },
  async 'copy put back twice'(moment) {
    const { scene, release } = moment;
    const copy = await copyOf(scene);
    release();
    for (let time = 0; time < 2; time++) {
      await letSend(scene);
      await putBackIn(scene, copy, true);
      await settle(scene);
    }
    return true;
  },
  async 'database exchanged'({ scene, release, pause }: Moment) {
    const copy = await copyOf(scene);
    release();
    await letSend(scene);
    await putBackIn(scene, copy, true);
    await pause();
    await settle(scene);
    return true;
  },
} satisfies Record<string, FaultInjector>;

const copyOf = (scene: Scene) =>
  scene.untilDatabaseAnswers(() => takeCopy(scene.world.database.pool, scene.owner.id));

/** The forgotten grants are those of the scene's machine. */
async function putBackIn(scene: Scene, copy: Copy, isRunning: boolean): Promise<void> {
  const { world, machine, owner } = scene;
  const running = isRunning ? { knownMark: () => machine.readKnownMark() } : undefined;
  const put = () => putBack(world.database.pool, { user_id: owner.id, copy, running, signal: world.signal });
  let hasForgotten = await scene.untilDatabaseAnswers(put);
  while (hasForgotten === undefined) {
    await machine.start();
    await wait(LOOK_EVERY_MS, undefined, { signal: world.signal });
    hasForgotten = await scene.untilDatabaseAnswers(put);
  }
  scene.hadCopy = true;
  scene.note(hasForgotten ? 'a copy that has forgotten grants' : 'a copy that has forgotten nothing');
}

/** Profiles send without a pause; nothing is made meanwhile that the copy would lack. */
async function letSend(scene: Scene): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    await scene.machine.start();
    await scene.time.passPauses();
    await wait(LOOK_EVERY_MS, undefined, { signal: scene.world.signal });
  }
}

/** Until the machine has called and reported what was forgotten, and its owner has pressed Continue. */
async function settle(scene: Scene): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    await scene.machine.start();
    const state = await scene.continueSending();
    if (state === 'frozen') scene.note('waits for its machine');
    if (state === 'knows no more') return;
    await wait(LOOK_EVERY_MS, undefined, { signal: scene.world.signal });
  }
  scene.problems.push('A database that was set back is never noticed, or its machine never merges.');
}
