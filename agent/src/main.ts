import { type AgentDirectory, openAgentDirectory } from './agent-directory.ts';
import { systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { runAgent } from './run-agent.ts';

const say = (line: string) => console.log(line);
const stop = new AbortController();
let directory: AgentDirectory | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
// Site drivers are written by others: a promise that one forgot must not end what other profiles are doing.
process.on('unhandledRejection', (error) => say(`Nobody waited for this fault: ${error}`));

try {
  const config = loadConfig();
  directory = openAgentDirectory(config.directory);
  await runAgent({ config, directory, clock: systemClock, say, stop: stop.signal });
  say('Ended.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
directory?.close();
// Whatever a driver or a browser still waits for must not keep the agent alive.
process.exit();

function onSignal(): void {
  if (stop.signal.aborted) process.exit(1);
  say('Ending: finishing what is being sent. Once more to end at once.');
  stop.abort(new Error('The agent is ending.'));
}
