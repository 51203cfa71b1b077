import type pg from 'pg';

/**
 * Moves time for one user. Engine time is the database's, compared with the times in the rows: shifting all of a user's
 * times back makes time pass for that user only.
 */
export async function moveTime(pool: pg.Pool, user_id: number, seconds: number): Promise<void> {
  await inTurn(pool, user_id, async (client) => {
    const values = [user_id, `${seconds} seconds`];
    await client.query(
      `update profiles set next_send_at = next_send_at - $2::interval, lease_until = lease_until - $2::interval,
        fault_until = fault_until - $2::interval, slow_until = slow_until - $2::interval
      where user_id = $1`,
      values,
    );
    await client.query(
      `update campaign_progress set sweep_at = sweep_at - $2::interval where user_id = $1 and sweep_at is not null`,
      values,
    );
    await client.query(
      `update campaigns set countdown_until = countdown_until - $2::interval, start_at = start_at - $2::interval,
        not_after = not_after - $2::interval
      where user_id = $1 and num_nonnulls(countdown_until, start_at, not_after) > 0`,
      values,
    );
    await client.query(
      `update deliveries set retry_at = retry_at - $2::interval where user_id = $1 and retry_at is not null`,
      values,
    );
    await client.query(
      `update requests set created_at = created_at - $2::interval, last_sign_at = last_sign_at - $2::interval
      where user_id = $1 and status in ('pending', 'running')`,
      values,
    );
  });
}

/** A moment of a campaign comes, or is so many seconds ahead, for nothing else. What came before stays as it was. */
export async function moveMoment(
  pool: pg.Pool,
  of: {
    user_id: number;
    campaign_id: number;
    moment: 'countdown_until' | 'start_at' | 'not_after';
    seconds: number;
  },
): Promise<void> {
  await inTurn(pool, of.user_id, (client) =>
    client.query(
      `update campaigns set ${of.moment} = least(${of.moment}, clock_timestamp() + $3::interval)
      where user_id = $1 and id = $2 and ${of.moment} is not null`,
      [of.user_id, of.campaign_id, `${of.seconds} seconds`],
    ),
  );
}

/** The counters of caps are those of the day before: the user's midnight has passed for them and for nothing else. */
export async function passDay(pool: pg.Pool, user_id: number): Promise<void> {
  await inTurn(pool, user_id, async (client) => {
    await client.query(
      `update profiles set counted_day = counted_day - 1, counted_hour = counted_hour - interval '1 day'
      where user_id = $1 and counted_day is not null`,
      [user_id],
    );
    // Where nothing is counted yet a cap begins with what was sent on this day, which has passed.
    await client.query(
      `insert into sending_days (user_id, campaign_id, day, begun)
      select user_id, id, current_date, 0 from campaigns where user_id = $1 and cap_day is not null
      union all select user_id, 0, current_date, 0 from settings where user_id = $1 and cap_day is not null
      on conflict do nothing`,
      [user_id],
    );
    // Further back than any zone is ahead.
    await client.query(
      'update sending_days set day = day - case begun when 0 then 3 else 1 end where user_id = $1',
      [user_id],
    );
    await client.query(`update grants set day = day - 1, hour = hour - interval '1 day' where user_id = $1`, [
      user_id,
    ]);
  });
}

/** What was begun, sent, answered and started lies so many days further back, and nothing is due earlier for that. */
export async function agePast(pool: pg.Pool, user_id: number, days: number): Promise<void> {
  const values = [user_id, `${days} days`];
  const back = (...columns: string[]) =>
    columns.map((column) => `${column} = ${column} - $2::interval`).join(', ');
  // The moments in jsonb are seconds of the epoch.
  const seconds = (moment: string) => `to_jsonb((${moment})::numeric - extract(epoch from $2::interval))`;
  await inTurn(pool, user_id, async (client) => {
    for (const [table, ...columns] of [
      ['deliveries', 'begun_at', 'ended_at', 'replied_at'],
      ['deleted_deliveries', 'begun_at'],
      ['recipients', 'created_at', 'follows_at'],
      ['campaigns', 'started_at'],
      ['replies', 'at', 'read_at'],
    ] as const)
      await client.query(`update ${table} set ${back(...columns)} where user_id = $1`, values);
    await client.query(
      `update message_ledger set
        ${back('last_messaged_at', 'first_messaged_at', 'not_found_at', 'replied_at', 'waived_at')},
        begun = (select coalesce(jsonb_object_agg(key, value || jsonb_build_object('at', ${seconds("value->>'at'")})), '{}')
          from jsonb_each(begun)),
        without_reply = (select coalesce(jsonb_object_agg(key, ${seconds('value')}), '{}') from jsonb_each(without_reply))
      where user_id = $1`,
      values,
    );
  });
}

/** Between the steps of the engine for this user; its polls then look again. */
async function inTurn(
  pool: pg.Pool,
  user_id: number,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user_id]);
    await work(client);
    await wakePolls(client, user_id);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/**
 * Lets the pauses between messages pass, if nothing is under way. Returns whether a campaign runs with every profile
 * able to send, so that the next message needs nothing else.
 */
export async function passPauses(pool: pg.Pool, user_id: number): Promise<boolean> {
  const { rows } = await pool.query<{ has_passed: boolean; goes_on: boolean }>({
    // A named statement is planned once for each connection: each scene runs it ten times a second.
    name: 'pass-pauses',
    text: `with of_profiles as (
      update profiles set
        next_send_at = case when next_send_at is not null then least(next_send_at, clock_timestamp()) end,
        fault_until = case when fault_until is not null then least(fault_until, clock_timestamp()) end
      where user_id = $1 and lease_token is null and greatest(next_send_at, fault_until) > clock_timestamp()
      returning 1),
    of_retries as (
      update deliveries set retry_at = clock_timestamp()
      where user_id = $1 and state = 'waiting' and retry_at > clock_timestamp() returning 1)
    select exists (select from of_profiles union all select from of_retries) as has_passed,
      exists (select from campaigns where user_id = $1 and status = 'running' and deleted_at is null)
      and not exists (select from profiles where user_id = $1 and not is_eligible(profiles)) as goes_on`,
    values: [user_id],
  });
  if (rows[0]?.has_passed) await wakePolls(pool, user_id);
  return rows[0]?.goes_on ?? false;
}

/** Whether a lease has run out without being ended. */
export async function hasEndedLeases(pool: pg.Pool, user_id: number): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'has-ended-leases',
    text: 'select exists (select from profiles where user_id = $1 and lease_until < clock_timestamp()) as found',
    values: [user_id],
  });
  return rows[0]?.found ?? false;
}

/** Whether a campaign has deliveries that are not being sent. */
export async function hasOthers(pool: pg.Pool, user_id: number, campaign_id: number): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'has-others',
    text: `select exists (select from deliveries
      where user_id = $1 and campaign_id = $2 and state <> 'sending') as found`,
    values: [user_id, campaign_id],
  });
  return rows[0]?.found ?? false;
}

/** Whether a scheduled campaign was neither started nor found to be late or refused. */
export async function isStartAhead(pool: pg.Pool, user_id: number, campaign_id: number): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'is-start-ahead',
    text: `select exists (select from campaigns where user_id = $1 and id = $2 and deleted_at is null
      and status = 'pending' and start_at is not null and not is_overdue and start_refusal is null) as found`,
    values: [user_id, campaign_id],
  });
  return rows[0]?.found ?? false;
}

/** As another server would: polls wait for the times that were in the rows before. */
async function wakePolls(client: Pick<pg.Pool, 'query'>, user_id: number): Promise<void> {
  await client.query(`select pg_notify('pigeonpost_nudges', $1)`, [`faults ${user_id}`]);
}
