import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fillLogs } from './export/fill-logs.ts';
import { hashRows } from './export/hash-rows.ts';
import { installPeer } from './export/install-peer.ts';
import { type Figure, median, reportFigures, showNumber, showRatio } from './figures.ts';
import { watchMemory } from './memory/processes.ts';
import { SHARED_POSTGRES } from './postgres.ts';
import { startProgram } from './program.ts';
import { startBenchServer } from './server.ts';

// The time of the export of a campaign's log over HTTP, the time of its first byte, and its additional memory in the
// server, beside exceljs's streaming writer behind a bare HTTP server that reads the same pages of the same rows. In
// alternating rounds: `node bench/export.ts [lines] [rounds]`. At the end both workbooks are read and must have the
// same rows.
const LINES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 2);

interface Export {
  seconds: number;
  firstByte: number;
  /** The peak of additional memory of the process in MB. */
  memory: number;
}

// In a test run there is no peer, because nothing is installed for it.
if (!SHARED_POSTGRES) installPeer();
const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-export-'));
const server = await startBenchServer();
const peer = SHARED_POSTGRES
  ? undefined
  : await startProgram('export/exceljs-server.ts', { DATABASE_URL: server.databaseUrl });
try {
  const { user } = await server.call('GET /api/auth/profile');
  const campaign_id = await fillLogs(server.database, { user_id: user.id, lines: LINES });
  const headers = { authorization: `Bearer ${server.token}` };
  const exports: Record<'ours' | 'peer', Export[]> = { ours: [], peer: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const ours = { url: `${server.url}/api/campaigns/${campaign_id}/logs/export`, headers, pid: server.pid };
    exports.ours.push(await measure('ours', ours));
    if (!peer) continue;
    const other = {
      url: `${peer.url}/?user_id=${user.id}&campaign_id=${campaign_id}`,
      headers: {},
      pid: peer.pid,
    };
    exports.peer.push(await measure('peer', other));
  }
  const rows = await hashRows(join(folder, 'ours.xlsx'));
  if (peer)
    assert.deepEqual(
      rows,
      await hashRows(join(folder, 'peer.xlsx')),
      'The rows of the two workbooks differ.',
    );
  assert.equal(rows.count, LINES + 1);
  reportFigures({
    figures: figuresOf(exports),
    notes: [
      `${LINES.toLocaleString('en-US')} lines, medians of ${ROUNDS} rounds. Both workbooks hold the same rows.`,
    ],
  });
} finally {
  await peer?.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(
  name: string,
  { url, headers, pid }: { url: string; headers: Record<string, string>; pid: number },
): Promise<Export> {
  const memory = await watchMemory(pid);
  const start = performance.now();
  const { body, status } = await fetch(url, { headers });
  assert.equal(status, 200);
  assert.ok(body);
  let firstByte = Number.NaN;
  const bytes = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  bytes.once('data', () => {
    firstByte = performance.now() - start;
  });
  await pipeline(bytes, createWriteStream(join(folder, `${name}.xlsx`)));
  return { seconds: (performance.now() - start) / 1000, firstByte, memory: await memory.stop() };
}

function figuresOf({ ours, peer }: Record<'ours' | 'peer', Export[]>): Figure[] {
  const line = (what: string, key: keyof Export, unit: string, aim: string): Figure => ({
    what,
    ours: `${showNumber(median(ours.map((one) => one[key])))} ${unit}`,
    peer: `${showNumber(median(peer.map((one) => one[key])))} ${unit}`,
    ratio: showRatio(
      peer.map((one) => one[key]),
      ours.map((one) => one[key]),
    ),
    aim,
  });
  return [
    line('the whole export', 'seconds', 's', '< 20 s'),
    line('first byte', 'firstByte', 'ms', '< 1,000 ms'),
    line('memory more than before', 'memory', 'MB', 'flat'),
  ];
}
