import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTheSameMoment } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const DEFAULTS = {
  max_retries: 3,
  delay_start: 350,
  delay_end: 450,
  never_twice_days: null,
  names: 'instagram',
  hours: null,
  quiet_dates: [],
  own_name: null,
  profile_cap_hour: null,
  profile_cap_day: null,
  cap_day: null,
  hears_replies: false,
};

test('settings begin with the defaults and are kept', async (t) => {
  const { call } = await (await startTestApp(t)).signUp();
  assert.deepEqual((await call('GET /api/settings')).settings, DEFAULTS);
  const body = { max_retries: 5, delay_start: 30, delay_end: 3600 };
  await call('PUT /api/settings', { body });
  assert.deepEqual((await call('GET /api/settings')).settings, { ...DEFAULTS, ...body });
});

test('invalid settings are refused with the specified texts and change nothing', async (t) => {
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

test('one wrong type does not hide the errors of other settings', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  const response = await fetch(`${app.url}/api/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ max_retries: 99, delay_start: 'soon', delay_end: null }),
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

test('a delay that is changed alone is checked with the other saved one', async (t) => {
  const app = await startTestApp(t);
  const { call } = await app.signUp();
  const set = (body: { delay_start: number } | { delay_end: number }) => call('PUT /api/settings', { body });
  const delays = async () => {
    const { delay_start, delay_end } = (await call('GET /api/settings')).settings;
    return [delay_start, delay_end];
  };
  const message = 'Delay end must be greater than or equal to delay start';
  for (const body of [{ delay_start: 451 }, { delay_end: 349 }]) {
    const error = await refusal(set(body));
    assert.deepEqual(
      [error.status, error.message, error.body.fields],
      [400, message, { delay_end: message }],
    );
  }
  assert.deepEqual(await delays(), [350, 450]);
  // Each is valid with the saved value of the other, but both together are not.
  const outcomes = await atTheSameMoment(app.database, {
    table: 'settings',
    calls: [() => set({ delay_start: 430 }), () => set({ delay_end: 400 })],
  });
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  assert.equal(refused?.reason.status, 400);
  const [start = 0, end = 0] = await delays();
  assert.ok(start <= end);
});

test('a saved delay that is out of bounds now does not prevent other changes', async (t) => {
  const app = await startTestApp(t);
  const { call, id } = await app.signUp();
  await app.database.db
    .updateTable('settings')
    .set({ delay_start: 0, delay_end: 1 })
    .where('user_id', '=', id)
    .execute();
  const { settings } = await call('PUT /api/settings', { body: { max_retries: 5, never_twice_days: 30 } });
  assert.deepEqual([settings.max_retries, settings.delay_start, settings.never_twice_days], [5, 0, 30]);
  const error = await refusal(call('PUT /api/settings', { body: { delay_start: 60 } }));
  assert.deepEqual([error.status, error.message], [400, 'Delay end must be between 30 and 3600 seconds']);
  const pair = { delay_start: 60, delay_end: 90 };
  assert.equal((await call('PUT /api/settings', { body: pair })).settings.delay_end, 90);
});

test('only a server for the practice inbox accepts delays below 30 seconds', async (t) => {
  const { call } = await (await startTestApp(t, { practiceUrl: 'http://127.0.0.1:9' })).signUp();
  const body = { max_retries: 3, delay_start: 0, delay_end: 1 };
  const { limits } = await call('PUT /api/settings', { body });
  assert.deepEqual([limits.delay_min, limits.undo_seconds], [0, 5]);
});
