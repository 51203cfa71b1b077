import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';

test('settings begin with the defaults and are kept', async (t) => {
  const { call } = await (await startTestApp(t)).signUp();
  assert.deepEqual((await call('GET /api/settings')).settings, {
    max_retries: 3,
    delay_start: 350,
    delay_end: 450,
    never_twice_days: null,
    names: 'instagram',
  });
  const body = { max_retries: 5, delay_start: 30, delay_end: 3600 };
  await call('PUT /api/settings', { body });
  assert.deepEqual((await call('GET /api/settings')).settings, {
    ...body,
    never_twice_days: null,
    names: 'instagram',
  });
});

test('settings outside the rules are refused in the given words and change nothing', async (t) => {
  const { call } = await (await startTestApp(t)).signUp();
  const cases: [object, string][] = [
    [{ max_retries: 0 }, 'Max retries must be between 1 and 10'],
    [{ max_retries: 11 }, 'Max retries must be between 1 and 10'],
    [{ max_retries: 'x' }, 'Max retries must be between 1 and 10'],
    [{ delay_start: 29 }, 'Delay start must be between 30 and 3600 seconds'],
    [{ delay_end: 3601 }, 'Delay end must be between 30 and 3600 seconds'],
    [{ delay_start: 1.5 }, 'Delay start must be between 30 and 3600 seconds'],
    [{ delay_start: 400, delay_end: 399 }, 'Delay end must be greater than or equal to delay start'],
  ];
  for (const [change, message] of cases) {
    const body = { max_retries: 3, delay_start: 350, delay_end: 450, ...change };
    await assert.rejects(call('PUT /api/settings', { body }), { status: 400, message }, message);
  }
  assert.equal((await call('GET /api/settings')).settings.delay_start, 350);
});

test('one badly typed setting does not hide what is wrong with the others', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  const response = await fetch(`${app.url}/api/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ max_retries: 99, delay_start: 'soon' }),
  });
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), {
    error: 'Max retries must be between 1 and 10',
    fields: {
      max_retries: 'Max retries must be between 1 and 10',
      delay_start: 'Delay start must be between 30 and 3600 seconds',
      delay_end: 'Delay end must be between 30 and 3600 seconds',
    },
  });
});

test('only a server for the practice inbox takes delays below 30 seconds', async (t) => {
  const { call } = await (await startTestApp(t, { practiceUrl: 'http://127.0.0.1:9' })).signUp();
  const body = { max_retries: 3, delay_start: 0, delay_end: 1 };
  const { limits } = await call('PUT /api/settings', { body });
  assert.equal(limits.delay_min, 0);
});
