import type { Mutant } from './mutant.ts';

const HOURS = ['server/src/engine/hours.test.ts'];
const OPEN = ['contract/src/open-hours.test.ts'];
const CAPS = ['server/src/engine/caps.test.ts'];
const MODEL = ['server/model/real-engine.test.ts'];
const IN_TIME = ['server/src/engine/caps-in-time.test.ts'];
const QUIET = 'server/src/features/agent-protocol/quiet-agents.ts';

/** When and how much may be sent (docs/engine.md#sending-hours, docs/engine.md#caps). */
export const PACE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a try that is under way when a cap is set counts only if it arrives',
    file: 'server/src/engine/counters/sending-days.ts',
    edits: [['if (cap_day === null) {', 'if (cap_day !== undefined) {']],
    tests: CAPS,
  },
  {
    name: 'begin does not look at the hours',
    file: 'contract/src/rules/time.ts',
    edits: [['mayBeginAt(timesOf(account, campaign), now) && isBeforeLast', 'isBeforeLast']],
    tests: [...HOURS, ...MODEL, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin does not look at the hours of its campaign',
    file: 'contract/src/rules/time.ts',
    edits: [['bothOf(settings.hours, hours)', 'settings.hours']],
    tests: [...HOURS, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a click may follow the end of the hours',
    file: 'contract/src/open-hours.ts',
    edits: [['isOpenAt(times, ms) && isOpenAt(times, ms + GRANT_MS)', 'isOpenAt(times, ms)']],
    tests: HOURS,
  },
  {
    name: 'somebody is handed out so late that begin is refused',
    file: 'contract/src/rules/time.ts',
    edits: [['mayClaimAt(timesOf(account, campaign), now)', 'mayBeginAt(timesOf(account, campaign), now)']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...HOURS],
  },
  {
    name: 'hours are those of UTC',
    file: 'contract/src/open-hours.ts',
    edits: [
      [
        'const { day, minute } = localTime(ms, times.time_zone);',
        "const { day } = localTime(ms, times.time_zone);\n  const { minute } = localTime(ms, 'UTC');",
      ],
    ],
    tests: HOURS,
  },
  {
    name: 'quiet dates are those of UTC',
    file: 'contract/src/open-hours.ts',
    edits: [
      [
        'minute) && !isQuiet(times.quiet_dates, day)',
        'minute) && !isQuiet(times.quiet_dates, new Date(ms).toISOString().slice(0, 10))',
      ],
    ],
    tests: ['contract/src/open-hours.test.ts', ...HOURS],
  },
  {
    name: 'a quiet date is not looked at',
    file: 'contract/src/open-hours.ts',
    edits: [['holds(times.hours, minute) && !isQuiet(times.quiet_dates, day)', 'holds(times.hours, minute)']],
    tests: ['contract/src/rules/begin.test.ts', ...HOURS],
  },
  {
    name: "a campaign's hours widen those of its account",
    file: 'contract/src/sending-hours.ts',
    edits: [['[Math.max(from, start), Math.min(to, end)]', '[Math.min(from, start), Math.max(to, end)]']],
    tests: HOURS,
  },
  {
    name: 'a claim does not look at the hours of a campaign',
    file: 'contract/src/rules/time.ts',
    edits: [
      [
        'mayClaimAt(timesOf(account, campaign), now)',
        'mayClaimAt(timesOf(account, { ...campaign, hours: null }), now)',
      ],
    ],
    tests: ['contract/src/rules/claim-cases.test.ts', ...HOURS],
  },
  {
    name: 'a click may follow the last moment of a campaign',
    file: 'contract/src/rules/time.ts',
    edits: [['isBeforeLast(campaign, now + GRANT_MS)', 'isBeforeLast(campaign, now)']],
    tests: ['contract/src/rules/begin.test.ts', ...HOURS],
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
    file: 'contract/src/open-hours.ts',
    edits: [
      [
        'const isEven = wallAt(midnight + CLAIM_MS) - here === midnight + CLAIM_MS - at;',
        'const isEven = true;',
      ],
    ],
    tests: OPEN,
  },
  {
    name: 'a quiet agent sleeps through a nudge',
    file: QUIET,
    edits: [[' && !nudges.isNudgedSince(user.id, last.nudges)', '']],
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
    edits: [['known.has(agent_id));', 'known.has(agent_id) || true);']],
    tests: HOURS,
  },
  {
    name: 'an agent is quiet while a profile of it is at work',
    file: 'contract/src/rules/next-work.ts',
    edits: [['!is_at_work && allowed_at > now', 'is_at_work || allowed_at > now']],
    tests: ['contract/src/rules/next-work-cases.test.ts', ...IN_TIME],
  },
  {
    name: 'a quiet agent trusts a clock that was set back',
    file: QUIET,
    edits: [['at <= now && (next_at === null || now < next_at)', '(next_at === null || now < next_at)']],
    tests: IN_TIME,
  },
  {
    name: 'begin does not look at the caps of a profile',
    file: 'contract/src/rules/begin.ts',
    edits: [['    !hasRoom(profile, account.settings, here) ||\n', '']],
    tests: [...CAPS, ...MODEL, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: "a profile's day has one message more than its cap",
    file: 'contract/src/rules/caps.ts',
    edits: [['begunToday(profile, here) >= day;', 'begunToday(profile, here) > day;']],
    tests: [...CAPS, ...MODEL, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: "a profile's hour has one message more than its cap",
    file: 'contract/src/rules/caps.ts',
    edits: [['begunThisHour(profile, here) >= hour;', 'begunThisHour(profile, here) > hour;']],
    tests: [...CAPS, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: "an hour's cap holds for the day",
    file: 'contract/src/rules/caps.ts',
    edits: [
      ['begun_this_hour: begunThisHour(counted, here) + 1', 'begun_this_hour: counted.begun_this_hour + 1'],
    ],
    tests: [...CAPS, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'a begin that is refused by a full cap may be granted in a batch',
    file: 'contract/src/rules/begin.ts',
    edits: [['counted: days.get(key) ?? { ...day', 'counted: { ...day']],
    tests: [...CAPS, ...MODEL, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'two profiles get the last place of a cap',
    file: 'contract/src/rules/caps.ts',
    edits: [[' - begunOn(day, here) - (handed_out ?? 0);', ' - begunOn(day, here);']],
    tests: ['contract/src/rules/claim.test.ts', ...CAPS, ...MODEL],
  },
  {
    name: "one claim hands out more than a campaign's cap leaves",
    file: 'contract/src/rules/claim.ts',
    edits: [['    left.room -= 1;\n', '']],
    tests: ['contract/src/rules/claim.test.ts', ...CAPS, ...MODEL],
  },
  {
    name: "one claim hands out more than the account's cap leaves",
    file: 'contract/src/rules/claim.ts',
    edits: [['Math.min(capacity, roomOf(account.settings.cap_day, facts, here))', 'capacity']],
    tests: ['contract/src/rules/claim.test.ts', ...CAPS, ...MODEL],
  },
  {
    name: 'begins before one in its batch take no place of a cap',
    file: 'contract/src/rules/caps.ts',
    edits: [['begun: begunOn(day, here) + 1', 'begun: begunOn(day, here)']],
    tests: [...CAPS, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'counters never begin anew',
    file: 'contract/src/rules/caps.ts',
    edits: [
      [
        'return counted_day === countedDay(counted_day, counted_at, here) ? begun_today : 0;',
        'return begun_today;',
      ],
    ],
    tests: [...CAPS, ...MODEL, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'a zone that is moved west gives a day twice',
    file: 'contract/src/rules/caps.ts',
    edits: [['return day === dayAfter(here.day) ? day : here.day;', 'return here.day;']],
    tests: [...IN_TIME, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'a clock that was wrong keeps its day',
    file: 'contract/src/rules/caps.ts',
    edits: [
      [
        'day <= here.day || !isCountedBefore(counted_at, here)) return here.day;\n  return day === dayAfter(here.day) ? day : here.day;',
        'day <= here.day) return here.day;\n  return day;',
      ],
    ],
    tests: [...IN_TIME, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'a clock that was ahead keeps its hour',
    file: 'contract/src/rules/caps.ts',
    edits: [['hour <= here.hour || !isCountedBefore(counted_at, here))', 'hour <= here.hour)']],
    tests: [...IN_TIME, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'a second of difference between two servers is a wrong clock',
    file: 'contract/src/rules/caps.ts',
    edits: [['counted_at <= moment + SLACK_MS', 'counted_at <= moment']],
    tests: [...IN_TIME, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'a begin that is repeated counts again',
    file: 'contract/src/rules/begin.ts',
    edits: [
      [
        "{ answer: 'granted', change: null } : LEASE_OVER",
        "{ answer: 'granted', change: { state: 'sending', counted: countGrant(profile, hereOf(account.zone, now)) } } : LEASE_OVER",
      ],
    ],
    tests: [...CAPS, ...MODEL, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a cap that is set does not know its day',
    file: 'server/functions/engine/facts.sql',
    edits: [["'begun', performed_on(of_user, of_campaign, today)", "'begun', 0"]],
    tests: CAPS,
  },
  {
    name: 'a profile begins slowly for ever on its first day',
    file: 'contract/src/rules/caps.ts',
    edits: [
      [
        'warm_up_day: unlessSlowIsOver(sendingDay(profile.warm_up_day, begunToday(profile, here)))',
        'warm_up_day: profile.warm_up_day',
      ],
    ],
    tests: [...IN_TIME, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'half is rounded down',
    file: 'contract/src/rules/caps.ts',
    edits: [['Math.ceil(cap / 2)', 'Math.floor(cap / 2)']],
    tests: [...IN_TIME, 'contract/src/rules/caps.test.ts'],
  },
  {
    name: 'half keeps its pace',
    file: 'server/functions/engine/rules.sql',
    edits: [['then due_at + (due_at - moment) else due_at', 'then due_at else due_at']],
    tests: IN_TIME,
  },
  {
    name: 'a doubled pause is taken for a wrong clock',
    file: 'contract/src/rules/time.ts',
    edits: [['return now + 2 * Math.max(', 'return now + Math.max(']],
    tests: IN_TIME,
  },
  {
    name: 'a restore forgets what was sent today',
    file: 'server/src/features/freeze/queries.ts',
    edits: [['  await recountOfToday(tx, { user_id, now });\n', '']],
    tests: IN_TIME,
  },
];
