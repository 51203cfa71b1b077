import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { connect, join, next } from '../../testing/browser.ts';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const on = (day: number, from: string, to: string) => ({ day, from, to });
const WEEKDAYS = [1, 2, 3, 4, 5].map((day) => on(day, '09:00', '18:00'));
const NONE = { hours: null, quiet_dates: [], profile_cap_hour: null, profile_cap_day: null, cap_day: null };

async function start(t: TestContext, { at = '2026-11-26T12:00:00Z', zone = 'Europe/Oslo' } = {}) {
  const app = await startTestApp(t);
  app.clock.advance(Date.parse(at) - app.clock.now().getTime());
  const user = await app.signUp({ timeZone: zone });
  const save = (body: object) => user.call('PUT /api/settings', { body });
  const sending = async () => {
    const { hours, quiet_dates, profile_cap_hour, profile_cap_day, cap_day } = (
      await user.call('GET /api/settings')
    ).settings;
    return { hours, quiet_dates, profile_cap_hour, profile_cap_day, cap_day };
  };
  const stored = async () => {
    const { rows } = await app.database.pool.query(
      'select hours, quiet_dates from settings where user_id = $1',
      [user.id],
    );
    return rows[0];
  };
  return { app, user, save, sending, stored };
}

test('an account sends at any time and without caps until they are set', async (t) => {
  const { save, sending } = await start(t);
  assert.deepEqual(await sending(), NONE);
  const quiet_dates = [{ from: '2026-12-24', to: '2027-01-01' }];
  const { warnings } = await save({ hours: WEEKDAYS, quiet_dates, profile_cap_day: 20, cap_day: 500 });
  const set = { ...NONE, hours: WEEKDAYS, quiet_dates, profile_cap_day: 20, cap_day: 500 };
  assert.deepEqual([await sending(), warnings], [set, []]);
  await save({ profile_cap_hour: 5 });
  assert.deepEqual(await sending(), { ...set, profile_cap_hour: 5 }, 'left-out fields stay');
  await save(NONE);
  assert.deepEqual(await sending(), NONE);
});

test('a range over Sunday is stored as two parts of the week and answered as one', async (t) => {
  const { save, stored } = await start(t);
  const { settings } = await save({ hours: [on(7, '22:00', '02:00')] });
  assert.deepEqual(settings.hours, [on(7, '22:00', '02:00')]);
  assert.equal((await stored()).hours, '{[0,120),[9960,10080)}');
});

test('ranges and quiet dates that touch become one, and what is answered can be saved again', async (t) => {
  const { save } = await start(t);
  const { settings } = await save({
    hours: [
      on(2, '12:00', '18:00'),
      on(2, '09:00', '12:00'),
      on(1, '20:00', '24:00'),
      on(2, '00:00', '02:00'),
    ],
    quiet_dates: [
      { from: '2027-05-18', to: '2027-05-18' },
      { from: '2027-05-17', to: '2027-05-17' },
      { from: '2028-01-01', to: '2028-12-31' },
      { from: '2029-01-01', to: '2029-12-31' },
      { from: '9999-12-31', to: '9999-12-31' },
    ],
  });
  assert.deepEqual(settings.hours, [on(1, '20:00', '02:00'), on(2, '09:00', '18:00')]);
  assert.deepEqual(settings.quiet_dates, [
    { from: '2027-05-17', to: '2027-05-18' },
    { from: '2028-01-01', to: '2028-12-31' },
    { from: '2029-01-01', to: '2029-12-31' },
    { from: '9999-12-31', to: '9999-12-31' },
  ]);
  const { hours, quiet_dates } = settings;
  assert.deepEqual((await save({ hours, quiet_dates })).settings, settings);
});

test('wrong hours, quiet dates and caps are refused under their fields and change nothing', async (t) => {
  const { save, sending } = await start(t);
  const times = 'Times must be from 00:00 to 24:00, in whole minutes';
  const anHour = 'A cap per hour must be a whole number from 1 to 120';
  const aDay = 'A cap per day must be a whole number from 1 to 1000';
  const altogether = 'A cap per day must be a whole number from 1 to 100000';
  const overlap = 'Ranges on Monday overlap: 09:00–13:00 and 12:00–15:00';
  const cases: [object, Record<string, string>][] = [
    [{ hours: [] }, { hours: 'Choose at least one range, or “At any time”' }],
    [{ hours: 'always' }, { hours: times }],
    [{ hours: [{ day: 1, from: 9, to: '12:00' }] }, { hours: times }],
    [{ hours: [on(1, '09:00', '24:30')] }, { hours: times }],
    [{ hours: [null] }, { hours: 'A weekday must be from 1 (Monday) to 7 (Sunday)' }],
    [{ hours: [on(1, '09:00', '09:10')] }, { hours: 'A range must last at least 15 minutes' }],
    [{ hours: [on(1, '09:00', '13:00'), on(1, '12:00', '15:00')] }, { hours: overlap }],
    [{ hours: Array(36).fill(on(1, '09:00', '13:00')) }, { hours: 'A day has at most 4 ranges' }],
    [
      { quiet_dates: [{ from: '2027-02-29', to: '2027-03-01' }] },
      { quiet_dates: 'Dates must be days of the calendar, such as 2026-12-24' },
    ],
    [{ quiet_dates: null }, { quiet_dates: 'Dates must be days of the calendar, such as 2026-12-24' }],
    [
      { quiet_dates: [{ from: '2027-03-02', to: '2027-03-01' }] },
      { quiet_dates: 'The last day must not be before the first' },
    ],
    [
      { quiet_dates: [{ from: '2027-01-01', to: '2028-06-01' }] },
      { quiet_dates: 'A quiet span must not be longer than a year' },
    ],
    [
      { quiet_dates: Array(41).fill({ from: '2027-01-01', to: '2027-01-01' }) },
      { quiet_dates: 'At most 40 quiet spans' },
    ],
    [{ profile_cap_hour: 121 }, { profile_cap_hour: anHour }],
    [{ profile_cap_hour: '5' }, { profile_cap_hour: anHour }],
    [
      { profile_cap_day: 1001, cap_day: 0 },
      { profile_cap_day: aDay, cap_day: altogether },
    ],
    [
      { cap_day: 1.5, hours: [] },
      { cap_day: altogether, hours: 'Choose at least one range, or “At any time”' },
    ],
  ];
  for (const [body, fields] of cases) {
    const refused = await refusal(save(body));
    assert.deepEqual(
      [refused.status, refused.body.fields],
      [400, fields],
      JSON.stringify(body).slice(0, 100),
    );
  }
  assert.deepEqual(await sending(), NONE);
});

test('quiet dates that are over in the zone of the user are dropped', async (t) => {
  const { save, sending } = await start(t, { at: '2026-11-26T23:30:00Z', zone: 'Europe/Oslo' });
  const day = (date: string) => ({ from: date, to: date });
  await save({
    quiet_dates: [day('2026-11-26'), day('2026-11-27'), { from: '2026-11-20', to: '2026-11-28' }],
  });
  assert.deepEqual((await sending()).quiet_dates, [{ from: '2026-11-20', to: '2026-11-28' }]);
  await save({ quiet_dates: [day('2026-11-26'), day('0000-01-01')] });
  assert.deepEqual((await sending()).quiet_dates, []);
});

test('hours and quiet dates with which nothing could be sent for 400 days are refused', async (t) => {
  const { save, sending } = await start(t);
  const never = 'With these hours and quiet dates nothing could be sent for 400 days';
  const years = [
    { from: '2026-11-20', to: '2027-11-19' },
    { from: '2027-11-20', to: '2028-06-30' },
  ];
  const alone = await refusal(save({ quiet_dates: years }));
  assert.deepEqual([alone.status, alone.body.fields], [400, { quiet_dates: never }]);
  const both = await refusal(save({ hours: WEEKDAYS, quiet_dates: years }));
  assert.deepEqual([both.status, both.body.fields], [400, { hours: never }]);
  assert.deepEqual(await sending(), NONE);
  await save({ hours: [on(7, '02:15', '02:45')] });
});

test('hours can be saved in a zone that is no longer known', async (t) => {
  const { save, sending } = await start(t, { zone: 'Factory' });
  await save({ hours: WEEKDAYS, quiet_dates: [{ from: '2026-11-26', to: '2026-11-26' }] });
  assert.deepEqual((await sending()).hours, WEEKDAYS);
});

test('changed hours warn of campaigns that they never meet', async (t) => {
  const { app, user, save } = await start(t);
  const saturday = { status: 'pending', name: 'Kiln open', hours: '{[7800,7920)}' } as const;
  for (const { hours, ...row } of [saturday, { ...saturday, name: 'Raku night', hours: '{[540,1080)}' }]) {
    const id = await createCampaignRow(app.deps, { user_id: user.id, ...row });
    await app.database.pool.query('update campaigns set hours = $1 where id = $2', [hours, id]);
  }
  const ended = await createCampaignRow(app.deps, { user_id: user.id, status: 'completed', name: 'Ended' });
  await app.database.pool.query('update campaigns set hours = $1 where id = $2', [saturday.hours, ended]);
  assert.deepEqual((await save({ hours: WEEKDAYS })).warnings, [
    'Kiln open would never send: its hours and your sending hours do not meet',
  ]);
  assert.deepEqual((await save({ hours: null })).warnings, []);
});

test("a change of hours or caps wakes the user's agents and tells browsers, another one does not", async (t) => {
  const { app, user, save } = await start(t);
  const campaign_id = await createCampaignRow(app.deps, { user_id: user.id, status: 'running' });
  const browser = connect(t, app.url, user.token);
  await join(browser, user.id);
  let woken = 0;
  const listen = () => app.deps.nudges.listen(user.id, () => (woken += 1));
  listen();
  await save({ max_retries: 5 });
  assert.equal(woken, 0);
  for (const body of [{ hours: WEEKDAYS }, { quiet_dates: [] }, { profile_cap_hour: 5 }, { cap_day: 40 }]) {
    const told = next(browser, 'campaign_update');
    await save(body);
    assert.deepEqual(await told, { campaign_id, status: 'running' });
    listen();
  }
  assert.equal(woken, 4);
});

test('a removed cap of the account forgets its count, and a changed one goes on with it', async (t) => {
  const { app, user, save } = await start(t);
  const counted = async () =>
    (await app.database.pool.query('select campaign_id, begun from sending_days')).rows;
  await save({ cap_day: 60 });
  const insert = 'insert into sending_days (user_id, campaign_id, day, begun) values ($1, $2, $3, $4)';
  for (const campaign_id of [0, 7])
    await app.database.pool.query(insert, [user.id, campaign_id, '2026-11-26', 15]);
  await save({ cap_day: 70 });
  assert.equal((await counted()).length, 2);
  await save({ cap_day: null });
  assert.deepEqual(await counted(), [{ campaign_id: 7, begun: 15 }]);
});
