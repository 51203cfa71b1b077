import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from './run-step.ts';

// `npm run doctor`, or `npm run doctor -- agent` for one of the two: prints the findings of each, and exits with 1 if
// there is a problem. Both look at the same time, because a person waits.
const DOCTORS = { server: 'server/src/doctor/main.ts', agent: 'agent/src/doctor/main.ts' };

const [wanted] = process.argv.slice(2);
const chosen = Object.entries(DOCTORS).filter(([name]) => wanted === undefined || name === wanted);
if (chosen.length === 0) {
  process.stderr.write(
    `There is no doctor for ${wanted}: say ${Object.keys(DOCTORS).join(' or ')}, or nothing for both.\n`,
  );
  process.exitCode = 1;
}
const answers = chosen.map(([, program]) => ask(join(ROOT, program)));
for (const answer of answers) {
  const { words, code } = await answer;
  process.stdout.write(words);
  if (code !== 0) process.exitCode = 1;
}

async function ask(program: string): Promise<{ words: string; code: number | null }> {
  const doctor = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [words, [code]] = await Promise.all([text(doctor.stdout), once(doctor, 'close')]);
  return { words, code };
}
