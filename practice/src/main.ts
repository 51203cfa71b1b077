import { readConfig } from './config.ts';
import { startPracticeInbox } from './inbox.ts';
import { StartError } from './start-error.ts';

try {
  const config = readConfig(process.env);
  const inbox = await startPracticeInbox(config);
  console.log(`Practice inbox on ${inbox.url} (record in ${config.dataDir})`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void inbox.close());
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
