import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './run-step.ts';

// `npm run doctor`, or `npm run doctor -- agent` for one of the two: prints the findings of each, and exits with 1 if
// there is a problem.
const DOCTORS = { server: 'server/src/doctor/main.ts', agent: 'agent/src/doctor/main.ts' };

const [wanted] = process.argv.slice(2);
const chosen = Object.entries(DOCTORS).filter(([name]) => wanted === undefined || name === wanted);
if (chosen.length === 0) {
  process.stderr.write(
    `There is no doctor for ${wanted}: say ${Object.keys(DOCTORS).join(' or ')}, or nothing for both.\n`,
  );
  process.exitCode = 1;
}
for (const [, program] of chosen) {
  const { status } = spawnSync(process.execPath, [join(ROOT, program)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
