import { installAutostart, uninstallAutostart } from './autostart/autostart.ts';
import { systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { type Log, openLog } from './log.ts';
import { printable } from './printable.ts';
import { runAgent } from './run-agent.ts';
import { type AgentDirectory, openAgentDirectory } from './storage/agent-directory.ts';
import { AGENT_VERSION } from './version.ts';

interface ProgramOptions {
  /**
   * The command that starts this program: itself, or Node and its file. Further arguments are words for the program.
   */
  command: [string, ...string[]];
  /** The output for the person at the machine. */
  terminal: Pick<Console, 'log' | 'error'>;
  /** The server's address where PIGEONPOST_URL names none. */
  url?: string | undefined;
  /** The licences of the program's parts, if it contains others' code. */
  readLicenses?: (() => string) | undefined;
  /** Runs after the agent has printed why it ends. */
  onFailure?: () => Promise<void>;
}

/** Runs the agent as a program, until it is told to end; then the process ends. */
export async function runProgram(options: ProgramOptions): Promise<never> {
  const { command, terminal, url, readLicenses, onFailure } = options;
  let show = terminal.log;
  let log: Log = (line) => show(printable(line));
  const stop = new AbortController();
  let directory: AgentDirectory | undefined;
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1);
    log('Ending: finishing what is being sent. Press Ctrl-C again to end at once.');
    stop.abort(new Error('The agent is ending.'));
  };
  // A closed terminal does not end the agent: the log file has every line.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Site drivers are written by others: an unhandled promise of one must not end the work of other profiles.
  process.on('unhandledRejection', (error) =>
    log(`A site driver or the agent did not handle an error: ${error}`, error),
  );
  try {
    const config = loadConfig(undefined, url);
    const word = process.argv[2];
    if (word !== undefined) {
      await obey(word, { config, command, readLicenses, say: (line) => log(line) });
      process.exit();
    }
    directory = openAgentDirectory(config.directory);
    log = openLog({ folder: directory.path, clock: systemClock, show: (line) => show(line) });
    await runAgent({ config, directory, clock: systemClock, log, stop: stop.signal });
    log('Ended.');
  } catch (error) {
    // A TypeError is a defect of the agent, and its stack helps to fix it; other errors have a sentence for people.
    const text = (error instanceof TypeError && error.stack) || (error as Error).message;
    show = terminal.error;
    text.split('\n').forEach((line, index) => {
      log(line, index === 0 ? error : undefined);
    });
    process.exitCode = 1;
    await onFailure?.();
  }
  directory?.close();
  // A driver or browser that still waits must not keep the agent alive.
  process.exit();
}

type Obey = Parameters<typeof installAutostart>[0] & Pick<ProgramOptions, 'readLicenses'>;

async function obey(word: string, { readLicenses, ...options }: Obey): Promise<void> {
  if (word === 'install') installAutostart(options);
  else if (word === 'uninstall') uninstallAutostart(options);
  else if (word === 'version') options.say(`Pigeonpost agent ${AGENT_VERSION}, Node ${process.version}`);
  else if (word === 'licenses' && readLicenses) await print(`${readLicenses()}\n`);
  else throw new Error(`The agent knows the words "install", "uninstall" and "version", and not "${word}".`);
}

/** Waits until the text is written: a program that ends loses what a pipe has not taken yet. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
