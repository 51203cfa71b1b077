import type pg from 'pg';

/**
 * Has PostgreSQL judge each grant in the transaction that makes it, by the limits that are in force then and by a record
 * of its own (docs/engine.md#invariants). The grants of a cap that is set anew are not counted: a failed try before it
 * may be unknown to it.
 */
export async function judgeGrants(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table grants (
      user_id bigint, campaign_id bigint, profile_id bigint, day date, hour timestamp,
      of_profile boolean, of_campaign boolean, of_account boolean
    );
    create index on grants (user_id);
    create table scheduled_starts (user_id bigint, campaign_id bigint, start_at timestamptz, started_at timestamptz);
    create table broken_limits (user_id bigint, what text);

    create function is_within(hours int4multirange, here timestamp) returns boolean language sql immutable
    return coalesce(hours @> (extract(isodow from here) * 1440 - 1440 + extract(hour from here) * 60
      + extract(minute from here))::integer, true);

    create function judge_grant() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      u users; s settings; c campaigns; p profiles;
      today date; this_hour timestamp; soon timestamp; here timestamp;
      slow_cap integer;
      half integer;
    begin
      select * into u from users where id = new.user_id;
      select * into s from settings where user_id = new.user_id;
      select * into c from campaigns where user_id = new.user_id and id = new.campaign_id;
      select * into p from profiles where user_id = new.user_id and id = new.profile_id;
      here := new.begun_at at time zone u.time_zone;
      soon := (new.begun_at + interval '60 seconds') at time zone u.time_zone;
      today := here::date;
      this_hour := date_trunc('hour', here);
      half := case when p.slow_until > new.begun_at then 2 else 1 end;
      -- 5 on the first of its sending days, and 2 more on each next one.
      slow_cap := case when p.warm_up_day is not null then 3 + 2 * greatest(1, p.warm_up_day + (not exists (
        select from grants where user_id = p.user_id and profile_id = p.id and day = today and of_profile))::integer) end;
      insert into grants values (new.user_id, new.campaign_id, new.profile_id, today, this_hour,
        true, c.cap_day is not null, s.cap_day is not null);
      insert into broken_limits
      select new.user_id, format('Somebody of campaign %s was begun %s', new.campaign_id, what)
      from (values
        ('while it is ' || c.status, c.status <> 'running'),
        ('before the end of its countdown',
          c.countdown_until > new.begun_at and c.countdown_until <= new.begun_at + interval '2 minutes'),
        ('after its last moment', c.not_after <= new.begun_at + interval '60 seconds'),
        ('on a quiet date', s.quiet_dates @> today or s.quiet_dates @> soon::date),
        ('outside of the hours', not (is_within(s.hours, here) and is_within(s.hours, soon))),
        ('outside of its own hours', not (is_within(c.hours, here) and is_within(c.hours, soon))),
        ('above the cap of its profile and hour', (select count(*) from grants
          where user_id = p.user_id and profile_id = p.id and hour = this_hour and of_profile)
          > (least(p.cap_hour, s.profile_cap_hour) + half - 1) / half),
        ('above the cap of its profile and day', (select count(*) from grants
          where user_id = p.user_id and profile_id = p.id and day = today and of_profile)
          > (least(p.cap_day, s.profile_cap_day, slow_cap) + half - 1) / half),
        ('beyond its canary', not c.is_canary_over
          and not exists (select from grants where user_id = c.user_id and not of_profile)
          and (select count(*) from deliveries d join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
            where d.user_id = c.user_id and d.campaign_id = c.id and d.state not in ('skipped', 'stopped')
              and not exists (select from campaign_logs l where l.user_id = d.user_id and l.campaign_id = d.campaign_id
                and l.recipient = r.recipient and l.action = 'put_back')) > c.canary),
        ('above its cap', (select count(*) from grants
          where user_id = c.user_id and campaign_id = c.id and day = today and of_campaign) > c.cap_day),
        ('above the cap of its account', (select count(*) from grants
          where user_id = s.user_id and day = today and of_account) > s.cap_day)) judged (what, is_wrong)
      where is_wrong;
      return null;
    end $$;
    create trigger judge_grant after update of state on deliveries
      for each row when (new.state = 'sending' and old.state <> 'sending') execute function judge_grant();

    create function forget_grants() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      if tg_table_name = 'settings' then
        update grants set of_account = false where user_id = new.user_id;
      else
        update grants set of_campaign = false
        where user_id = new.user_id and campaign_id = (to_jsonb(new)->>'id')::bigint;
      end if;
      return null;
    end $$;
    create trigger forget_grants after update of cap_day on settings
      for each row when ((old.cap_day is null) <> (new.cap_day is null)) execute function forget_grants();
    create trigger forget_grants after update of cap_day on campaigns
      for each row when ((old.cap_day is null) <> (new.cap_day is null)) execute function forget_grants();

    create function note_start() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into scheduled_starts values (new.user_id, new.id, old.start_at, new.started_at);
      return null;
    end $$;
    create trigger note_start after update of status on campaigns
      for each row when (old.status = 'pending' and new.status = 'running' and old.start_at is not null)
      execute function note_start();

    create function judge_start() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into broken_limits
      select new.user_id, format('Campaign %s was started at %s and was to start at %s', new.campaign_id, new.created_at, s.start_at)
      from (select max(start_at) filter (where started_at = last_at) as start_at
        from (select *, max(started_at) over () as last_at from scheduled_starts
          where user_id = new.user_id and campaign_id = new.campaign_id) starts) s
      where (new.created_at between s.start_at and s.start_at + interval '15 minutes') is not true
      union all
      -- Each is scheduled once.
      select new.user_id, format('Campaign %s started by itself twice', new.campaign_id)
      where exists (select from campaign_logs where user_id = new.user_id and campaign_id = new.campaign_id
        and reason_kind = new.reason_kind and id <> new.id);
      return null;
    end $$;
    create trigger judge_start after insert on campaign_logs
      for each row when (new.action = 'started' and new.reason_kind = 'as_scheduled') execute function judge_start()`);
}

/** A copy of the database does not know the grants after it, and learns of some of them only from the journals. */
export async function forgetGrants(client: Pick<pg.Pool, 'query'>, user_id: number): Promise<void> {
  await client.query(
    'update grants set of_profile = false, of_campaign = false, of_account = false where user_id = $1',
    [user_id],
  );
}

/** What was begun or started against the limits of its owner, a sentence each. */
export async function listBrokenLimits(pool: pg.Pool, user_id: number): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    'select distinct what from broken_limits where user_id = $1',
    [user_id],
  );
  return rows.map(({ what }) => `${what}.`);
}

export interface Limited {
  /** On how many days an account sent as many as its cap allows. */
  fullDays: number;
  /** The number of campaigns that started at their moment, and of pauses after a canary. */
  scheduled: number;
  looks: number;
}

/** What the scenes had to do with limits. */
export async function countLimited(pool: pg.Pool): Promise<Limited> {
  const { rows } = await pool.query<Limited>(
    `select
      (select count(*)::int from (select from grants g join settings s using (user_id)
        where g.of_account group by g.user_id, g.day, s.cap_day having count(*) = s.cap_day) days) as "fullDays",
      (select count(*)::int from campaign_logs where action = 'started' and reason_kind = 'as_scheduled') as scheduled,
      (select count(*)::int from campaign_logs where action = 'paused' and reason_args->'pause'->>'kind' = 'review') as looks`,
  );
  return rows[0] ?? { fullDays: 0, scheduled: 0, looks: 0 };
}
