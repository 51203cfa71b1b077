import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineTest } from '../testing/engine-world.ts';
import { createRegistry } from './registry.ts';
import { listenForMetrics } from './serve-metrics.ts';

const TOKEN = 'a-token-of-metrics';
const DASHBOARD = join(import.meta.dirname, '../../../deploy/grafana-dashboard.json');

async function read(url: string, token?: string): Promise<{ status: number; lines: string[] }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { headers });
  return { status: answer.status, lines: (await answer.text()).split('\n') };
}

test("counters, histograms and gauges are written in Prometheus's format", () => {
  const registry = createRegistry();
  const calls = registry.counter('calls_total', 'Calls.');
  const took = registry.histogram('took_seconds', 'How long.', [0.1, 1]);
  registry.gauge('waiting', 'Who waits.', () => 3);
  calls.add({ call: 'a "b"\n\\c' });
  calls.add({ call: 'a "b"\n\\c' }, 2);
  for (const seconds of [0.1, 0.5, 7]) took.observe({ step: 'one' }, seconds);
  assert.deepEqual(registry.render().split('\n'), [
    '# HELP calls_total Calls.',
    '# TYPE calls_total counter',
    'calls_total{call="a \\"b\\"\\n\\\\c"} 3',
    '# HELP took_seconds How long.',
    '# TYPE took_seconds histogram',
    'took_seconds_bucket{step="one",le="0.1"} 1',
    'took_seconds_bucket{step="one",le="1"} 2',
    'took_seconds_bucket{step="one",le="+Inf"} 3',
    'took_seconds_sum{step="one"} 7.6',
    'took_seconds_count{step="one"} 3',
    '# HELP waiting Who waits.',
    '# TYPE waiting gauge',
    'waiting 3',
    '',
  ]);
});

engineTest(
  'a delivery shows in the metrics, which are for the holder of the token and for this machine',
  async (world) => {
    const { app } = world;
    await world.start(
      await world.campaign({ list: await world.list(['ada']), profiles: [await world.profile('one')] }),
    );
    await world.result(await world.sending(), { outcome: 'failed', machine_fault: true });
    world.turn(600);
    await world.result(await world.sending(), { outcome: 'sent' });
    await fetch(`${app.url}/no/such/call?with=anything`);
    assert.equal((await read(`${app.url}/metrics`)).status, 401);
    assert.equal((await read(`${app.url}/metrics`, 'another-token-of-it')).status, 401);

    const { status, lines } = await read(`${app.url}/metrics`, TOKEN);
    assert.equal(status, 200);
    for (const line of [
      'pigeonpost_results_total{state="sent"} 1',
      'pigeonpost_results_total{state="waiting"} 1',
      'pigeonpost_machine_faults_total 1',
      'pigeonpost_engine_seconds_count{step="begin"} 2',
      'pigeonpost_engine_seconds_count{step="claim"} 2',
      'pigeonpost_requests_total{call="POST /api/agent/work",status="200"} 2',
      'pigeonpost_polls_waiting 0',
      'pigeonpost_live_connections 0',
      'pigeonpost_leases_ended_total 0',
      'pigeonpost_database_waiting{pool="system"} 0',
    ])
      assert.ok(lines.includes(line), line);
    assert.ok(!lines.some((line) => line.includes('/no/such')), 'an address that anybody may ask for');

    const own = await listenForMetrics(0, app.deps.metrics);
    assert.ok((await read(own.url)).lines.includes('pigeonpost_results_total{state="sent"} 1'));
    assert.equal((await read(own.url.replace('/metrics', '/'))).status, 404);
    const statusUnder = async (host: string) => {
      const asked = get(own.url, { headers: { host } });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    const { port } = new URL(own.url);
    assert.equal(await statusUnder(`localhost:${port}`), 200);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost:1'])
      assert.equal(await statusUnder(host), 421, host);
    await own.close();
  },
  { metricsToken: TOKEN },
);

engineTest(
  'without a token there are no metrics, and the dashboard asks for none that do not exist',
  async ({ app }) => {
    const { lines } = await read(`${app.url}/metrics`, TOKEN);
    assert.ok(!lines.some((line) => line.startsWith('pigeonpost_')));
    const named = readFileSync(DASHBOARD, 'utf8').matchAll(/\b((?:pigeonpost|process|nodejs)_[a-z_]+)\b/g);
    const asked = [...named].map(([, name = '']) => name.replace(/_(bucket|sum|count)$/, ''));
    assert.ok(asked.length > 10, 'it finds no metric at all');
    const known = new Set(app.deps.metrics.names());
    assert.deepEqual(
      asked.filter((name) => !known.has(name)),
      [],
    );
    assert.deepEqual(
      [...known].filter((name) => !asked.includes(name)),
      [],
    );
  },
);
