import type { Mutant } from './mutant.ts';

const HOURS = ['server/src/engine/hours.test.ts'];
const OPEN = ['server/src/engine/next-open.test.ts', 'server/src/engine/hours-as-in-pages.test.ts'];
const CAPS = ['server/src/engine/caps.test.ts'];
const MODEL = ['server/model/real-engine.test.ts'];
const IN_TIME = ['server/src/engine/caps-in-time.test.ts'];
const HOURS_SQL = 'server/functions/engine/hours.sql';
const CAPS_SQL = 'server/functions/engine/caps.sql';
const BEGIN_SQL = 'server/functions/engine/begin-deliveries.sql';
const CLAIM_SQL = 'server/functions/engine/claim.sql';
const QUIET = 'server/src/features/agent-protocol/quiet-agents.ts';

/** When and how much may be sent (docs/engine.md#sending-hours, docs/engine.md#caps). */
export const PACE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a try that is under way when a cap is set counts only if it arrives',
    file: 'server/src/engine/sending-days.ts',
    edits: [['if (cap_day === null) {', 'if (cap_day !== undefined) {']],
    tests: CAPS,
  },
  {
    name: 'begin does not look at the hours',
    file: BEGIN_SQL,
    edits: [
      [
        'when not may_begin_at(hours_of(c, s), quiet_dates_of(c, s), told.here, u.time_zone)\n          or not',
        'when not',
      ],
    ],
    tests: [...HOURS, ...MODEL],
  },
  {
    name: 'begin does not look at the hours of its campaign',
    file: BEGIN_SQL,
    edits: [['hours_of(c, s)', 's.hours']],
    tests: HOURS,
  },
  {
    name: 'a click may follow the end of the hours',
    file: HOURS_SQL,
    edits: [
      [
        'stays_open(hours, quiet_dates, here, grant_seconds(), zone)',
        'stays_open(hours, quiet_dates, here, 0, zone)',
      ],
    ],
    tests: HOURS,
  },
  {
    name: 'somebody is handed out so late that begin is refused',
    file: HOURS_SQL,
    edits: [
      [
        'stays_open(hours, quiet_dates, here, claimed_seconds(), zone)',
        'stays_open(hours, quiet_dates, here, grant_seconds(), zone)',
      ],
    ],
    tests: HOURS,
  },
  {
    name: 'hours are those of UTC',
    file: HOURS_SQL,
    edits: [['extract(hour from wall)', "extract(hour from moment at time zone 'UTC')"]],
    tests: HOURS,
  },
  {
    name: 'quiet dates are those of UTC',
    file: HOURS_SQL,
    edits: [['return row(wall::date', "return row((moment at time zone 'UTC')::date"]],
    tests: HOURS,
  },
  {
    name: 'a quiet date is not looked at',
    file: HOURS_SQL,
    edits: [[' and not coalesce(quiet_dates @> here.day, false);', ';']],
    tests: HOURS,
  },
  {
    name: "a campaign's hours widen those of its account",
    file: HOURS_SQL,
    edits: [
      ['coalesce(of_account * of_campaign, of_account, of_campaign)', 'coalesce(of_campaign, of_account)'],
    ],
    tests: HOURS,
  },
  {
    name: 'a claim does not look at the hours of a campaign',
    file: CLAIM_SQL,
    edits: [['and may_claim_at(c.hours, null, here, zone)', 'and true']],
    tests: HOURS,
  },
  {
    name: 'a click may follow the last moment of a campaign',
    file: HOURS_SQL,
    edits: [['c.not_after > moment + make_interval(secs => seconds)', 'c.not_after > moment']],
    tests: HOURS,
  },
  {
    name: 'a campaign runs on after its last moment',
    file: 'server/src/engine/sweep-queries.ts',
    edits: [['      or c.not_after <= $2\n', '']],
    tests: HOURS,
  },
  {
    name: 'a campaign starts after its last moment',
    file: 'server/src/engine/start/start-refusal.ts',
    edits: [['hasMomentPassed(not_after, now)', 'hasMomentPassed(not_after, new Date(0))']],
    tests: HOURS,
  },
  {
    name: 'the next moment is sought by one offset of the zone alone',
    file: HOURS_SQL,
    edits: [['generate_series(-1, 1) n)', 'generate_series(0, 0) n)']],
    tests: OPEN,
  },
  {
    name: 'the next moment is never the one at which the clock is changed',
    file: HOURS_SQL,
    edits: [[' union all select at from changes) found', ') found']],
    tests: OPEN,
  },
  {
    name: 'a quiet agent sleeps through a nudge',
    file: QUIET,
    edits: [['    else users.delete(user_id);\n', '']],
    tests: HOURS,
  },
  {
    name: 'agents ask all night',
    file: QUIET,
    edits: [['if (answer.is_quiet)', 'if (answer.is_quiet && answer.next_at === 0)']],
    tests: HOURS,
  },
  {
    name: 'a quiet agent whose token has ended goes on',
    file: QUIET,
    edits: [['  return is_known;', '  return is_known || true;']],
    tests: HOURS,
  },
  {
    name: 'an agent is quiet while a profile of it is at work',
    file: 'server/functions/engine/find-next-work.sql',
    edits: [
      [
        'bool_and(p.lease_token is null and profile_opens_at > moment)',
        'bool_and(p.lease_token is not null or profile_opens_at > moment)',
      ],
    ],
    tests: IN_TIME,
  },
  {
    name: 'a quiet agent trusts a clock that was set back',
    file: QUIET,
    edits: [['at <= now && now < next_at', 'now < next_at']],
    tests: IN_TIME,
  },
  {
    name: 'begin does not look at the caps of a profile',
    file: BEGIN_SQL,
    edits: [['when not has_room(p, s, told.here)\n          or s.cap_day', 'when s.cap_day']],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: "a profile's day has one message more than its cap",
    file: CAPS_SQL,
    edits: [['p.begun_today) < caps.day, true)', 'p.begun_today) <= caps.day, true)']],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: "a profile's hour has one message more than its cap",
    file: CAPS_SQL,
    edits: [['p.begun_this_hour) < caps.hour, true)', 'p.begun_this_hour) <= caps.hour, true)']],
    tests: CAPS,
  },
  {
    name: "an hour's cap holds for the day",
    file: BEGIN_SQL,
    edits: [
      ['counted_in(p.counted_hour, p.counted_at, g.here, p.begun_this_hour) + 1', 'p.begun_this_hour + 1'],
    ],
    tests: CAPS,
  },
  {
    name: 'a begin that is refused by a full cap may be granted in a batch',
    file: CAPS_SQL,
    edits: [['unnest(users[:of_ord - 1], tokens[:of_ord - 1])', 'unnest(users[:0], tokens[:0])']],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: 'two profiles get the last place of a cap',
    file: CAPS_SQL,
    edits: [[" - count_leases(of_user, of_campaign, 'leased');", ';']],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: "one claim hands out more than a campaign's cap leaves",
    file: CLAIM_SQL,
    edits: [['line.room := line.room - 1', 'line.room := line.room']],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: "one claim hands out more than the account's cap leaves",
    file: CLAIM_SQL,
    edits: [[' or cardinality(taken) >= room;', ';']],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: 'begins before one in its batch take no place of a cap',
    file: CAPS_SQL,
    edits: [['if begun + of_ord - 1 < cap then', 'if begun < cap then']],
    tests: CAPS,
  },
  {
    name: 'counters never begin anew',
    file: CAPS_SQL,
    edits: [
      [
        'begun integer) returns integer\nlanguage sql immutable\nreturn case when counted = counted_as(counted, counted_at, here) then begun else 0 end;\ncreate function counted_in',
        'begun integer) returns integer\nlanguage sql immutable\nreturn begun;\ncreate function counted_in',
      ],
    ],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: 'a zone that is moved west gives a day twice',
    file: CAPS_SQL,
    edits: [['case when counted = here.day + 1 and', 'case when false and']],
    tests: IN_TIME,
  },
  {
    name: 'a clock that was wrong keeps its day',
    file: CAPS_SQL,
    edits: [['= here.day + 1 and is_counted_before(counted_at, here.moment)', '> here.day']],
    tests: IN_TIME,
  },
  {
    name: 'a clock that was ahead keeps its hour',
    file: CAPS_SQL,
    edits: [["interval '1 day' and is_counted_before(counted_at, here.moment)", "interval '1 day'"]],
    tests: IN_TIME,
  },
  {
    name: 'a second of difference between two servers is a wrong clock',
    file: CAPS_SQL,
    edits: [[' <= moment + make_interval(secs => slack_seconds()), true)', ' <= moment, true)']],
    tests: IN_TIME,
  },
  {
    name: 'a begin that is repeated counts again',
    file: BEGIN_SQL,
    edits: [
      [
        "filter (where state = 'leased' and verdict = 'granted'),\n    array_agg(row(user_id, 0",
        "filter (where verdict = 'granted'),\n    array_agg(row(user_id, 0",
      ],
    ],
    tests: [...CAPS, ...MODEL],
  },
  {
    name: 'a cap that is set does not know its day',
    file: CAPS_SQL,
    edits: [['else performed_on(of_user, of_campaign, here.day) end', 'else 0 end']],
    tests: CAPS,
  },
  {
    name: 'a profile begins slowly for ever on its first day',
    file: BEGIN_SQL,
    edits: [['warm_up_day = nullif(slow_day(p, g.here), slow_days() + 1)', 'warm_up_day = p.warm_up_day']],
    tests: IN_TIME,
  },
  {
    name: 'half is rounded down',
    file: CAPS_SQL,
    edits: [['caps.day := (caps.day + 1) / 2', 'caps.day := caps.day / 2']],
    tests: IN_TIME,
  },
  {
    name: 'half keeps its pace',
    file: 'server/functions/engine/rules.sql',
    edits: [['then due_at + (due_at - moment) else due_at', 'then due_at else due_at']],
    tests: IN_TIME,
  },
  {
    name: 'a doubled pause is taken for a wrong clock',
    file: 'server/functions/engine/rules.sql',
    edits: [['secs => 2 * greatest(', 'secs => greatest(']],
    tests: IN_TIME,
  },
  {
    name: 'a restore forgets what was sent today',
    file: 'server/src/features/freeze/queries.ts',
    edits: [
      ["  await tx.query('select recount_today($1, u) from users u where u.id = $2', [now, user_id]);\n", ''],
    ],
    tests: IN_TIME,
  },
];
