import { setTimeout as wait } from 'node:timers/promises';
import type { Held } from './breakpoints.ts';
import { isBrowserThere } from './browsers.ts';
import type { FaultInjector, Moment } from './moment.ts';
import type { Scene } from './scene.ts';
import { send } from './send.ts';

const CLOCK_STEPS_SECONDS = [45, 90, 200, 400, 3600, 86_400] as const;
const MOST_BYTES = 400;
/** To a newer version, back, and to a third one. */
const STEPS_OF_UPGRADE = 3;
const LONGEST_STEP_MS = 800;
/** Longer than an agent takes to read a thread. */
const LATE_MS = 1500;

/** A held call may go on before the killed program is back, or after it. */
const isFirst = (scene: Scene) => scene.random() < 0.5;

export const serverFaults = {
  async 'server killed'({ scene, release, pause }) {
    const place = scene.random() < 0.5 ? 0 : 1;
    await scene.world.servers.withServer(place, async (_server, restart) => {
      await scene.world.servers.kill(place);
      if (isFirst(scene)) release();
      await pause();
      await restart();
    });
    return true;
  },
  async 'server stopped'({ scene, release, pause }) {
    await scene.world.servers.withServer(scene.random() < 0.5 ? 0 : 1, async ({ pid }) => {
      process.kill(pid, 'SIGSTOP');
      try {
        if (isFirst(scene)) release();
        await pause();
        if (scene.random() < 0.4) await scene.time.move();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    });
    return true;
  },
  async 'server upgraded'({ scene, release }) {
    const { world } = scene;
    const place = scene.random() < 0.5 ? 0 : 1;
    const releasedAt = Math.floor(scene.random() * STEPS_OF_UPGRADE);
    const pauses = Array.from({ length: STEPS_OF_UPGRADE }, () => scene.random() * LONGEST_STEP_MS);
    const meanwhile = (step: number) => async () => {
      if (step === releasedAt) release();
      await scene.goOn(wait(pauses[step], undefined, { signal: world.signal }));
    };
    await world.servers.withServer(place, async () => {
      const version = world.servers.versionOf(place);
      await world.servers.replace(place, { meanwhile: meanwhile(0) });
      await world.servers.replace(place, { version, meanwhile: meanwhile(1) });
      // While PostgreSQL is away no server keeps its functions.
      await world.withPostgres(async () => {
        await world.servers.ageFunctions();
        await world.servers.replace(place, { meanwhile: meanwhile(2) });
      });
    });
    return true;
  },
  async 'PostgreSQL killed'({ scene, release, pause }) {
    await scene.world.withPostgres(async ({ main }) => {
      process.kill(main, 'SIGKILL');
      if (isFirst(scene)) release();
      await pause();
    });
    return true;
  },
  async 'PostgreSQL stopped'({ scene, release, pause }) {
    await scene.world.withPostgres(async ({ all }) => {
      const stopped = all.filter((pid) => send(pid, 'SIGSTOP'));
      try {
        if (isFirst(scene)) release();
        await pause();
      } finally {
        for (const pid of stopped) send(pid, 'SIGCONT');
      }
    });
    return true;
  },
  async 'clock forward'({ scene, pause }) {
    await scene.time.move(scene.draw(CLOCK_STEPS_SECONDS));
    await pause();
    return true;
  },
  async 'clock back'({ scene, pause }) {
    await scene.time.move(-scene.draw(CLOCK_STEPS_SECONDS));
    await pause();
    return true;
  },
} satisfies Record<string, FaultInjector>;

export const machineFaults = {
  async 'agent killed'({ scene, held, release, pause }) {
    if (!scene.machine.pid) return false;
    if (held && arrives(scene, held) === 'first') release(verdictOn(held));
    await scene.machine.kill();
    await pause();
    if (scene.random() < 0.4) await scene.time.letLeasesEnd();
    if (held?.breakpoint !== 'clicking' && isFirst(scene)) release();
    await scene.machine.start();
    await arriveLate({ scene, held, release });
    return true;
  },
  async 'agent stopped'({ scene, release, pause }) {
    const { pid } = scene.machine;
    if (!pid || !send(pid, 'SIGSTOP')) return false;
    if (isFirst(scene)) release();
    await pause();
    if (scene.random() < 0.6) await scene.time.letLeasesEnd();
    await pause();
    send(pid, 'SIGCONT');
    return true;
  },
  async "agent's clock forward"({ scene, release, pause }) {
    return stepDate(scene, 1, { release, pause });
  },
  async "agent's clock back"({ scene, release, pause }) {
    return stepDate(scene, -1, { release, pause });
  },
  async 'disk full'({ scene, release, pause }) {
    if (!(await scene.machine.limitJournal(Math.floor(scene.random() * MOST_BYTES)))) return false;
    release();
    await pause();
    await pause();
    await scene.machine.limitJournal(undefined);
    return true;
  },
  async 'second agent'({ scene, release, pause }) {
    const kill = await scene.machine.startSecond(Math.floor(scene.random() * 1e6));
    release();
    await pause();
    await kill();
    // It never comes back, and would be waited for after each start of a server.
    await scene.untilDatabaseAnswers(() => scene.machine.removeOthers(scene.owner));
    return true;
  },
} satisfies Record<string, FaultInjector>;

export const browserFaults = {
  async 'browser killed'({ scene, held, release, pause }) {
    const pid = held?.browser ?? (await scene.world.browsers.drivenIn(scene.name))[0];
    if (!pid || !(await isBrowserThere(pid))) return false;
    if (held && arrives(scene, held) === 'first') release(verdictOn(held));
    send(pid, 'SIGKILL');
    await pause();
    await arriveLate({ scene, held, release });
    return true;
  },
  async 'browser stopped'({ scene, held, release, pause }) {
    const pid = held?.browser ?? (await scene.world.browsers.drivenIn(scene.name))[0];
    if (!pid || !send(pid, 'SIGSTOP')) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.site.stopped.set(pid, promise);
    release();
    await pause();
    if (scene.random() < 0.4) await scene.time.letLeasesEnd();
    send(pid, 'SIGCONT');
    scene.site.stopped.delete(pid);
    resolve();
    return true;
  },
} satisfies Record<string, FaultInjector>;

/** A press that had left the browser arrives, whatever happened to its sender, usually late. */
const arrives = (scene: Scene, { breakpoint }: Held) =>
  scene.random() < (breakpoint === 'clicking' ? 0.3 : 0.5) ? 'first' : 'later';
const verdictOn = ({ breakpoint }: Held) => (breakpoint === 'clicking' ? 'cut' : 'pass');

/** A press that had left its browser may arrive after the thread was read without it. */
async function arriveLate({
  scene,
  held,
  release,
}: Pick<Moment, 'scene' | 'held' | 'release'>): Promise<void> {
  if (held?.breakpoint !== 'clicking') return;
  await wait(LATE_MS, undefined, { signal: scene.world.signal });
  release('cut');
}

/** Gives the agent's machine a wrong date for a while. */
async function stepDate(
  scene: Scene,
  direction: 1 | -1,
  { release, pause }: Pick<Moment, 'release' | 'pause'>,
): Promise<boolean> {
  if (!scene.machine.pid) return false;
  await scene.machine.setDate(direction * scene.draw(CLOCK_STEPS_SECONDS));
  release();
  await pause();
  await pause();
  if (isFirst(scene)) await scene.machine.setDate(0);
  return true;
}
