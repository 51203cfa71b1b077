import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { meterProcessorTime } from './processor-time.ts';

const BUSY = `const { cpuUsage } = process; while (cpuUsage().user + cpuUsage().system < 300_000);`;

test('the time of a process includes that of its children', {
  skip: !existsSync('/proc/self/stat') && 'this system has no /proc',
}, async () => {
  const program = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}])`;
  const child = spawn(process.execPath, ['-e', `${program}; process.stdin.resume(); console.log('done')`]);
  const meter = meterProcessorTime(({ pid }) => pid === child.pid);
  const nothing = meterProcessorTime(() => false);
  await once(child.stdout, 'data');
  const used = meter.read();
  assert.ok(used !== undefined && used >= 300, `${used} ms`);
  assert.equal(nothing.read(), undefined);
  meter.stop();
  nothing.stop();
  child.kill();
});
