import type { Mutant } from './mutant.ts';

const CAMPAIGNS = 'web/src/features/campaigns';
const DAYS = 'contract/src/forecast/forecast-days.ts';
const FORECAST = 'contract/src/forecast/forecast.ts';
const WORDS = `${CAMPAIGNS}/plan/forecast-words.ts`;
const TRIAL = `${CAMPAIGNS}/plan/plan-trial.ts`;
const ADVICE = 'contract/src/forecast/plan-advice.ts';
const SCHEDULE = `${CAMPAIGNS}/limits/schedule-words.ts`;
const ENDS = [`${CAMPAIGNS}/plan/forecast-words.test.ts`];
const FORECASTS = ['contract/src/forecast/forecast.test.ts'];
const TRIED = [`${CAMPAIGNS}/plan/plan-trial.test.ts`];
const TRIALS = ['e2e/plan-fields.test.ts'];
const ADVISED = ['server/src/features/campaigns/plan/plan-advice.test.ts', 'e2e/plan-advice.test.ts'];
const SCHEDULED = [`${CAMPAIGNS}/limits/schedule-words.test.ts`];

/** Defects in what pages say of when a campaign sends and ends: the forecast, the plan, and typed moments. */
export const WEB_PLAN_MUTANTS: readonly Mutant[] = [
  {
    name: 'a forecast has the hours of the day before',
    file: DAYS,
    edits: [['((day + 3) % WEEK_DAYS)', '((day + 2) % WEEK_DAYS)']],
    tests: FORECASTS,
  },
  {
    name: 'a forecast adds the offset of a zone instead of taking it off',
    file: DAYS,
    edits: [
      [
        'const opens = Math.max(start, day * DAY_MS + open * MINUTE_MS - offset)',
        'const opens = Math.max(start, day * DAY_MS + open * MINUTE_MS + offset)',
      ],
    ],
    tests: FORECASTS,
  },
  {
    name: 'the last of the quiet dates is sent on by a forecast',
    file: DAYS,
    edits: [['day <= span.to)) continue', 'day < span.to)) continue']],
    tests: FORECASTS,
  },
  {
    name: 'the minutes before the end of the hours count in a forecast',
    file: DAYS,
    edits: [['goesOn ? opening.to : opening.to - CLAIM_MS', 'opening.to']],
    tests: FORECASTS,
  },
  {
    name: 'what was begun today counts on every day of a forecast',
    file: 'contract/src/forecast/forecast-caps.ts',
    edits: [['cap - (isCounted ? begun : 0)', 'cap - begun']],
    tests: FORECASTS,
  },
  {
    name: 'a forecast takes the larger of two caps',
    file: 'contract/src/forecast/forecast-caps.ts',
    edits: [['const most = Math.min(account, campaign)', 'const most = Math.max(account, campaign)']],
    tests: FORECASTS,
  },
  {
    name: 'a canary of everybody pauses a forecast',
    file: FORECAST,
    edits: [['inputs.canary > 0 && inputs.canary < inputs.people', 'inputs.canary > 0']],
    tests: FORECASTS,
  },
  {
    name: 'a forecast without a profile says that the hours are closed',
    file: FORECAST,
    edits: [["if (able === 0) return 'profiles'", "if (able < 0) return 'profiles'"]],
    tests: FORECASTS,
  },
  {
    name: 'a range over closed hours is said as if they were open',
    file: 'contract/src/forecast/forecast-range.ts',
    edits: [['!closes && isOpenThroughout(days, from, to)', '!closes']],
    tests: ['contract/src/forecast/forecast-range.test.ts', ...FORECASTS],
  },
  {
    name: 'an end is said before the first message',
    file: WORDS,
    edits: [['round < first ? Math.ceil', 'round > first ? Math.ceil']],
    tests: ENDS,
  },
  {
    name: 'a width of more than a day is said in hours',
    file: WORDS,
    edits: [['if (ms >= DAY_MS) return', 'if (ms > 99 * DAY_MS) return']],
    tests: ENDS,
  },
  {
    name: 'a range that is wider on one side is said as an equal one',
    file: WORDS,
    edits: [['late === null || before !== Date.parse(late) - at', 'late === null']],
    tests: ENDS,
  },
  {
    name: 'one person whom the last moment does not reach is spoken of as several',
    file: WORDS,
    edits: [
      [
        "formatNoun(unreached, 'person is', 'people are')",
        "formatNoun(unreached, 'people are', 'people are')",
      ],
    ],
    tests: ENDS,
  },
  {
    name: 'the words of a look round the moment down',
    file: WORDS,
    edits: [['const by = new Date(Math.ceil(', 'const by = new Date(Math.floor(']],
    tests: ENDS,
  },
  {
    name: 'a forecast that depends on another campaign names none',
    file: WORDS,
    edits: [['uncounted.length > 0 ? ifNothing(uncounted)', 'uncounted.length > 9 ? ifNothing(uncounted)']],
    tests: ENDS,
  },
  {
    name: 'a plan tries the account without its hours',
    file: TRIAL,
    edits: [['    hours: accountHours && minutesOf(accountHours),\n', '']],
    tests: TRIED,
  },
  {
    name: 'a plan forecasts with all free profiles',
    file: TRIAL,
    edits: [['.filter(({ profile_id }) => trial.profile_ids.includes(profile_id))', '.filter(() => true)']],
    tests: TRIALS,
  },
  {
    name: 'Use these saves the profiles that were there',
    file: TRIAL,
    edits: [['    profiles_used: values.profile_ids,\n', '']],
    tests: TRIED,
  },
  {
    name: 'an error of a cap is not shown on a plan',
    file: TRIAL,
    edits: [["typedCapError('profile_day', trial.profile_cap_day)", "typedCapError('profile_day', '')"]],
    tests: TRIED,
  },
  {
    name: 'a plan may be tried without a profile',
    file: TRIAL,
    edits: [
      [
        'profile_ids: trial.profile_ids.length > 0 ? null :',
        'profile_ids: trial.profile_ids.length >= 0 ? null :',
      ],
    ],
    tests: TRIED,
  },
  {
    name: 'hours that never meet are tried by a plan',
    file: TRIAL,
    edits: [['own ? neverMeetError(', 'own && !own ? neverMeetError(']],
    tests: TRIED,
  },
  {
    name: 'a plan does not say that messages may go out at night',
    file: ADVICE,
    edits: [
      [
        'inputs.hours === null && inputs.campaign_hours === null',
        'inputs.hours !== null && inputs.campaign_hours === null',
      ],
    ],
    tests: ADVISED,
  },
  {
    name: 'a profile that begins slowly is advised to begin slowly',
    file: ADVICE,
    edits: [[' && inputs.profiles[index]?.warm_up_day === null', ' && index >= 0']],
    tests: ADVISED,
  },
  {
    name: 'a moment of an advice is in UTC',
    file: 'contract/src/local-time.ts',
    edits: [['new Date(wallTime(ms, zone)).toISOString().split', 'new Date(ms).toISOString().split']],
    tests: ['contract/src/rules/complete.test.ts', ...ADVISED],
  },
  {
    name: 'an overlap with a campaign that ends before the start is advised against',
    file: ADVICE,
    edits: [['use.until > wanted && ', '']],
    tests: ['contract/src/forecast/plan-advice.test.ts', ...ADVISED.slice(0, 1)],
  },
  {
    name: 'a list that is empty has nobody pending',
    file: 'contract/src/forecast/plan-words.ts',
    edits: [
      [
        "if (in_list === 0) return 'Nobody is in its list'",
        "if (in_list < 0) return 'Nobody is in its list'",
      ],
    ],
    tests: ['contract/src/forecast/plan-words.test.ts', ...ADVISED],
  },
  {
    name: 'a count that was cut off is said as exact',
    file: 'contract/src/forecast/plan-words.ts',
    edits: [['isExact ? withCommas(count)', 'isExact !== undefined ? withCommas(count)']],
    tests: ['contract/src/forecast/plan-words.test.ts', ...ADVISED],
  },
  {
    name: 'a typed moment that the clock leaves out is taken an hour later',
    file: 'contract/src/moment-of-wall.ts',
    edits: [
      [
        'if (ms !== undefined) return { ms',
        'if (ms !== undefined || !moments.length) return { ms: ms ?? wall - (offsets[0] ?? 0)',
      ],
    ],
    tests: ['contract/src/moment-of-wall.test.ts', ...SCHEDULED],
  },
  {
    name: 'a moment that comes twice is the second one',
    file: 'contract/src/moment-of-wall.ts',
    edits: [['.sort((a, b) => a - b)', '.sort((a, b) => b - a)']],
    tests: ['contract/src/moment-of-wall.test.ts', ...SCHEDULED],
  },
  {
    name: 'a gap of the clock ends where it begins',
    file: SCHEDULE,
    edits: [['clock(found.gap.to)', 'clock(found.gap.from)']],
    tests: SCHEDULED,
  },
  {
    name: 'an overdue start says the server was off, whatever the reason',
    file: SCHEDULE,
    edits: [['start_problem === null ? ', "start_problem !== '' ? "]],
    tests: SCHEDULED,
  },
  {
    name: 'a campaign may be scheduled after its last moment',
    file: SCHEDULE,
    edits: [['notAfter = not_after === null ? null : Date.parse(not_after)', 'notAfter = null']],
    tests: [...SCHEDULED, 'e2e/schedule.test.ts'],
  },
  {
    name: 'a follow-up of one person that the rest follows speaks of several',
    file: `${CAMPAIGNS}/follow-ups/follow-up-words.ts`,
    edits: [["later === 1 ? 'other' : 'others'", "later === 0 ? 'other' : 'others'"]],
    tests: [`${CAMPAIGNS}/follow-ups/follow-up-words.test.ts`],
  },
  {
    name: 'a plan file has no mark of its encoding',
    file: `${CAMPAIGNS}/form/plan-file.ts`,
    edits: [['`\\ufeff', '`']],
    tests: [`${CAMPAIGNS}/form/plan-file.test.ts`],
  },
  {
    name: 'a signed-out profile is said to be in use',
    file: `${CAMPAIGNS}/form/profile-choice.ts`,
    edits: [
      ['running_campaign ? PROFILE_IN_RUNNING_CAMPAIGN : ', 'tags[0] ? PROFILE_IN_RUNNING_CAMPAIGN : '],
    ],
    tests: [`${CAMPAIGNS}/form/profile-choice.test.ts`],
  },
];
