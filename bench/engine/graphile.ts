import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, type RunnerOptions, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Side } from './databases.ts';
import type { Sender } from './senders.ts';

const TASK = 'result';

interface Payload {
  user: number;
  campaign: number;
  list: number;
  recipient: number;
  profile: number;
  name: string;
}

const logger = new Logger(() => () => {});

// Its documentation's advice for many short jobs. It waits for more completions only until the next turn of the event
// loop, so that a job's end is not delayed in so short a run.
const tuned = (jobsAtOnce: number) => ({
  worker: {
    localQueue: { size: Math.max(2, 4 * jobsAtOnce) },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
});

/** Milliseconds from the first job's start to the last one's end, with as many jobs at once as there are profiles. */
export async function runGraphile(
  { pool }: Side,
  { senders, isTuned }: { senders: Sender[]; isTuned: boolean },
): Promise<number> {
  const jobs = await addJobs(pool, senders);
  const jobsAtOnce = senders.reduce((sum, { paths }) => sum + paths.length, 0);
  const events = new EventEmitter();
  const timed = timeJobs(events, jobs);
  const runner = await run({
    pgPool: pool,
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    logger,
    events: events as NonNullable<RunnerOptions['events']>,
    taskList: tasks,
    ...(isTuned && { preset: tuned(jobsAtOnce) }),
  });
  try {
    return await timed;
  } finally {
    // Also after a job that failed: its workers would use a pool that has ended, and hide why.
    await runner.stop();
  }
}

const tasks: TaskList = {
  [TASK]: async (payload, { withPgClient }) => {
    const { user, campaign, list, recipient, profile, name } = payload as Payload;
    const values = [new Date(), user, campaign, list, recipient, profile, name];
    await withPgClient((client) => client.query({ name: TASK, text: RESULT, values }));
  },
};

function timeJobs(events: EventEmitter, jobs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let start = 0;
    let left = jobs;
    events.once('job:start', () => {
      start = performance.now();
    });
    events.on('job:complete', ({ error }) => {
      if (error) reject(error);
      left -= 1;
      if (left === 0) resolve(performance.now() - start);
    });
  });
}

/** Adds a job for every name of the senders' lists; returns how many. */
async function addJobs(pool: pg.Pool, senders: Sender[]): Promise<number> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  const payloads: Payload[] = [];
  for (const { user, campaigns } of senders) {
    for (const { id, list_id, profile_ids } of campaigns) {
      const { rows } = await pool.query<{ id: number; recipient: string }>(
        'select id, recipient from recipients where user_id = $1 and list_id = $2 order by position',
        [user.id, list_id],
      );
      rows.forEach((row, line) => {
        const profile = profile_ids[line % profile_ids.length] ?? 0;
        payloads.push({
          user: user.id,
          campaign: id,
          list: list_id,
          recipient: row.id,
          profile,
          name: row.recipient,
        });
      });
    }
  }
  await utils.addJobs(payloads.map((payload) => ({ identifier: TASK, payload })));
  await utils.release();
  await pool.query('analyze graphile_worker._private_jobs');
  return payloads.length;
}

/** $1 now, $2 user, $3 campaign, $4 list, $5 recipient, $6 profile, $7 name. */
const RESULT = `
  with named as (
    update recipients set status = 'sent', campaign_id = $3::bigint where user_id = $2::bigint and id = $5::bigint),
  listed as (
    update lists set pending = pending - 1, sent = sent + 1 where user_id = $2 and id = $4::bigint),
  progressed as (
    update campaign_progress set total_sent = total_sent + 1 where user_id = $2 and campaign_id = $3),
  counted as (
    insert into daily_performance as day_row (user_id, day, campaign_id, profile_id, sent, first_action, last_action)
    values ($2, ($1::timestamptz at time zone 'UTC')::date, $3, $6::bigint, 1, $1, $1)
    on conflict (user_id, day, campaign_id, profile_id) do update set sent = day_row.sent + 1,
      last_action = greatest(day_row.last_action, excluded.last_action))
  insert into campaign_logs (user_id, campaign_id, action, created_at, profile_name, recipient, message)
  values ($2, $3, 'message_sent', $1, 'profile', $7::text, '')`;
