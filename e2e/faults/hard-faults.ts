import { isBrowserThere } from './browsers.ts';
import type { Strike } from './moment.ts';
import { LONG_SECONDS, type Scene } from './scene.ts';

const CLOCK_STEPS_SECONDS = [45, 90, 200, 400, 3600, 86_400] as const;
const MOST_BYTES = 400;

/** What is held may go on before what was killed is back, or after it. */
const isFirst = (scene: Scene) => scene.random() < 0.5;

export const strikeServers = {
  async 'server killed'({ scene, letGo, pause }) {
    const place = scene.random() < 0.5 ? 0 : 1;
    await scene.world.withServer(place, async (_server, restart) => {
      await scene.world.killServer(place);
      if (isFirst(scene)) letGo();
      await pause();
      await restart();
    });
    return true;
  },
  async 'server stopped'({ scene, letGo, pause }) {
    await scene.world.withServer(scene.random() < 0.5 ? 0 : 1, async ({ pid }) => {
      process.kill(pid, 'SIGSTOP');
      try {
        if (isFirst(scene)) letGo();
        await pause();
        if (scene.random() < 0.4) await scene.moveTime(LONG_SECONDS);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    });
    return true;
  },
  async 'PostgreSQL killed'({ scene, letGo, pause }) {
    await scene.world.withPostgres(async ({ main }) => {
      process.kill(main, 'SIGKILL');
      if (isFirst(scene)) letGo();
      await pause();
    });
    return true;
  },
  async 'PostgreSQL stopped'({ scene, letGo, pause }) {
    await scene.world.withPostgres(async ({ all }) => {
      const stopped = all.filter((pid) => send(pid, 'SIGSTOP'));
      if (isFirst(scene)) letGo();
      await pause();
      for (const pid of stopped) send(pid, 'SIGCONT');
    });
    return true;
  },
  async 'clock forward'({ scene, pause }) {
    await scene.moveTime(scene.draw(CLOCK_STEPS_SECONDS));
    await pause();
    return true;
  },
  async 'clock back'({ scene, pause }) {
    await scene.moveTime(-scene.draw(CLOCK_STEPS_SECONDS));
    await pause();
    return true;
  },
} satisfies Record<string, Strike>;

export const strikeMachine = {
  async 'agent killed'({ scene, held, letGo, pause }) {
    if (!scene.machine.pid) return false;
    // What had left the browser arrives, whatever became of its sender.
    if (held && isFirst(scene)) letGo(held.stop === 'clicking' ? 'cut' : 'pass');
    await scene.machine.kill();
    await pause();
    if (scene.random() < 0.4) await scene.moveTime(LONG_SECONDS);
    if (isFirst(scene)) letGo(held?.stop === 'clicking' ? 'cut' : 'pass');
    await scene.machine.start();
    return true;
  },
  async 'agent stopped'({ scene, letGo, pause }) {
    const { pid } = scene.machine;
    if (!pid || !send(pid, 'SIGSTOP')) return false;
    if (isFirst(scene)) letGo();
    await pause();
    if (scene.random() < 0.6) await scene.moveTime(LONG_SECONDS);
    await pause();
    send(pid, 'SIGCONT');
    return true;
  },
  async 'disk full'({ scene, letGo, pause }) {
    if (!(await scene.machine.limitJournal(Math.floor(scene.random() * MOST_BYTES)))) return false;
    letGo();
    await pause();
    await pause();
    await scene.machine.limitJournal(undefined);
    return true;
  },
  async 'second agent'({ scene, letGo, pause }) {
    const kill = await scene.machine.startSecond(Math.floor(scene.random() * 1e6));
    letGo();
    await pause();
    await kill();
    return true;
  },
} satisfies Record<string, Strike>;

export const strikeBrowser = {
  async 'browser killed'({ scene, held, letGo, pause }) {
    const pid = held?.browser ?? (await scene.world.browsers.drivenIn(scene.name))[0];
    if (!pid || !(await isBrowserThere(pid))) return false;
    if (held && isFirst(scene)) letGo(held.stop === 'clicking' ? 'cut' : 'pass');
    send(pid, 'SIGKILL');
    await pause();
    return true;
  },
  async 'browser stopped'({ scene, held, letGo, pause }) {
    const pid = held?.browser ?? (await scene.world.browsers.drivenIn(scene.name))[0];
    if (!pid || !send(pid, 'SIGSTOP')) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.site.stopped.set(pid, promise);
    letGo();
    await pause();
    if (scene.random() < 0.4) await scene.moveTime(LONG_SECONDS);
    send(pid, 'SIGCONT');
    scene.site.stopped.delete(pid);
    resolve();
    return true;
  },
} satisfies Record<string, Strike>;

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
