import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endWithAgentCommand, firefoxEnvironment } from './launch.ts';

/** A Firefox process with the remote flag, before a client connects. */
export interface FirefoxProcess {
  pid: number;
  /** The address of WebDriver BiDi. Settles only if Firefox prints it. */
  endpoint: Promise<string>;
  exited: Promise<void>;
  hasExited(): boolean;
  /** Resolves when all of its output was read, shortly after `exited`. */
  outputEnded: Promise<void>;
  /** A sentence with how it ended and the last line of its output. */
  exitReason(): string;
  reportedAlreadyRunning(): boolean;
}

const LINES_KEPT = 20;

/** Spawns Firefox in a group of its own, so that Ctrl-C in the agent's terminal does not reach it. */
export async function spawnDriven({
  executable,
  profilePath,
  headless,
  env,
}: {
  executable: string;
  profilePath: string;
  headless: boolean;
  env: NodeJS.ProcessEnv;
}): Promise<FirefoxProcess> {
  const command = [
    ...(await endWithAgentCommand(env)),
    executable,
    ...(headless ? ['--headless'] : []),
    '--remote-debugging-port=0',
    // On Windows firefox.exe only launches the browser; this makes it stay until the browser ends.
    ...(process.platform === 'win32' ? ['--wait-for-browser'] : []),
    '--profile',
    profilePath,
    'about:blank',
  ];
  const child = spawn(command[0] ?? executable, command.slice(1), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // After some kills Firefox would restart itself, out of our control (docs/firefox.md#a-killed-agent).
    env: { ...firefoxEnvironment(env), MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
  });
  return watch(child, await spawned(child));
}

/** The pid, once the program really runs; throws if it cannot. */
export async function spawned(child: ChildProcess): Promise<number> {
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new Error(`Firefox could not be started: ${error.message}`)));
  });
  return child.pid as number;
}

function watch(child: ChildProcess, pid: number): FirefoxProcess {
  const lines: string[] = [];
  const { promise: endpoint, resolve } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    // Read to the end: a full pipe would make Firefox hang.
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  }
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const outputEnded = new Promise<void>((done) => child.once('close', () => done()));
  const alreadyRunning = () => lines.some((line) => line.includes('already running'));
  return {
    pid,
    endpoint,
    exited,
    hasExited,
    outputEnded,
    reportedAlreadyRunning: alreadyRunning,
    exitReason() {
      const how = child.signalCode ? `by ${child.signalCode}` : `with code ${child.exitCode}`;
      const said = lines.filter((line) => line.trim()).at(-1);
      return `Firefox ended ${how}${said ? `: ${said.trim()}` : '.'}`;
    },
  };
}
