import type { Mutant } from './mutant.ts';

const MESSAGES = ['server/src/engine/forgotten-messages.test.ts'];
const BY_NAME = ['server/src/features/agent-protocol/believe-forgotten.test.ts'];
const READ_AGAIN = ['server/src/features/replies/read-again.test.ts'];
const FORGOTTEN = 'server/functions/engine/forgotten-messages.sql';
const COUNTERS = 'contract/src/rules/freeze/counters.ts';
const COUNTED = ['contract/src/rules/freeze/counters.test.ts'];
const FOLLOW = 'contract/src/rules/follow.ts';
const FOLLOWED = ['contract/src/rules/follow.test.ts'];
const RESULTS = 'contract/src/rules/result.ts';
const TOLD = 'contract/src/rules/freeze/told.ts';
const TOLD_TESTS = ['contract/src/rules/freeze/told.test.ts'];
const NAMED = 'contract/src/rules/freeze/by-name.ts';
const NAMED_TESTS = ['contract/src/rules/freeze/by-name.test.ts'];

/** What agents say of messages that a restore has forgotten (docs/engine.md#what-a-restore-forgets). */
export const FORGOTTEN_MUTANTS: readonly Mutant[] = [
  {
    name: 'a forgotten message was sent when it is reported',
    file: FOLLOW,
    edits: [['told.at ?? facts.begun_at', 'facts.begun_at']],
    tests: [...FOLLOWED, ...MESSAGES],
  },
  {
    name: 'a moment before the backup is believed',
    file: TOLD,
    edits: [['backup_at ?? Number.NEGATIVE_INFINITY', 'Number.NEGATIVE_INFINITY']],
    tests: [...TOLD_TESTS, ...MESSAGES],
  },
  {
    name: 'the forgotten message of an agent that says no moment was sent when it is reported',
    file: TOLD,
    edits: [['return is_forgotten && since', 'return false && since']],
    tests: [...TOLD_TESTS, ...MESSAGES],
  },
  {
    name: "a moment is taken from the agent's clock as it is",
    file: 'server/src/engine/result.ts',
    edits: [['now === undefined ? clock.now()', 'true ? clock.now()']],
    tests: MESSAGES,
  },
  {
    name: "a message counts for another user's profile",
    file: FORGOTTEN,
    edits: [['where p.user_id = of_user and p.profile_path = path', 'where p.profile_path = path']],
    tests: MESSAGES,
  },
  {
    name: 'what a restore forgot does not count for caps',
    file: 'server/src/engine/counters/restored-counters.ts',
    edits: [['if (grants.length === 0) return null;', 'if (grants.length < 1000) return null;']],
    tests: MESSAGES,
  },
  {
    name: 'a day that a restore forgot is none of a slow beginning',
    file: COUNTERS,
    edits: [['isKnown ? counted.warm_up_day : withDay(', 'isKnown || here ? counted.warm_up_day : withDay(']],
    tests: [...COUNTED, ...MESSAGES],
  },
  {
    name: 'of a day that a restore forgot each message is a day of a slow beginning',
    file: COUNTERS,
    edits: [['    known.add(day);\n', '']],
    tests: COUNTED,
  },
  {
    name: 'after a zone was moved west a forgotten message of today is a new day of a slow beginning',
    file: COUNTERS,
    edits: [
      [
        'const of = isToday ? countedDay(counted.counted_day, counted.counted_at, here) : day;',
        'const of = day;',
      ],
    ],
    tests: COUNTED,
  },
  {
    name: 'a forgotten message of an earlier day counts for today',
    file: COUNTERS,
    edits: [['const isToday = day >= here.day;', 'const isToday = day !== null;']],
    tests: COUNTED,
  },
  {
    name: 'a forgotten message is a grant of now',
    file: COUNTERS,
    edits: [['return { ...counted, counted_at: counter.counted_at };', 'return counted;']],
    tests: COUNTED,
  },
  {
    name: 'what is believed by name does not count for caps',
    file: 'server/src/features/agent-protocol/believe-forgotten.ts',
    edits: [['counted ? [counted.grant] : []', '[]']],
    tests: BY_NAME,
  },
  {
    name: 'a forgotten message paces nobody',
    file: RESULTS,
    edits: [['if (told_at !== null && !is_own', 'if (false && told_at !== null && !is_own']],
    tests: MESSAGES,
  },
  {
    name: 'a forgotten message is none without a reply',
    file: FOLLOW,
    edits: [['(told.isUnbegun && isHeardBy(told, report))', 'false']],
    tests: [...FOLLOWED, ...MESSAGES],
  },
  {
    name: "a person's first message is the one that was told first",
    file: 'server/functions/engine/message-ledger.sql',
    edits: [
      [
        'least(coalesce(l.first_messaged_at, l.last_messaged_at), excluded.first_messaged_at)',
        'coalesce(l.first_messaged_at, l.last_messaged_at, excluded.first_messaged_at)',
      ],
    ],
    tests: MESSAGES,
  },
  {
    name: 'a message of a campaign that the backup does not know is dropped',
    file: RESULTS,
    edits: [["isElsewhere ? 'elsewhere' : 'stale'", "'stale'"]],
    tests: BY_NAME,
  },
  {
    name: 'a machine that was away when sending went on is not believed by name',
    file: RESULTS,
    edits: [['facts.is_frozen || isRestored(facts)', 'facts.is_frozen']],
    tests: BY_NAME,
  },
  {
    name: 'a row that another person has by now takes the message of an earlier one',
    file: RESULTS,
    edits: [['  return !is_own && recipient', '  return false && recipient']],
    tests: BY_NAME,
  },
  {
    name: 'names are believed without a bound',
    file: NAMED,
    edits: [['  if (facts.by_name >= MOST_BY_NAME) ', '  if (false) ']],
    tests: [...NAMED_TESTS, ...BY_NAME],
  },
  {
    name: 'a repeat of what is believed by name counts again',
    file: NAMED,
    edits: [['facts.trace?.recipient === name ? facts.trace : null', 'null']],
    tests: [...NAMED_TESTS, ...BY_NAME],
  },
  {
    name: 'what is believed by name has no day of its profile',
    file: FORGOTTEN,
    edits: [['  perform write_daily_performance(array', '  perform num_nonnulls(array']],
    tests: BY_NAME,
  },
  {
    name: 'another try of what is believed by name counts again',
    file: NAMED,
    edits: [['counts: trace === null ? counts : null', 'counts']],
    tests: NAMED_TESTS,
  },
  {
    name: 'what is believed by name waits for no pace',
    file: FORGOTTEN,
    edits: [['  perform pace_profiles(moment, changes);\n', '']],
    tests: BY_NAME,
  },
  {
    name: 'whoever was erased comes back by the word of an agent',
    file: 'server/src/features/agent-protocol/believe-forgotten.ts',
    edits: [['    if (await isErased(', '    if (false && await isErased(']],
    tests: BY_NAME,
  },
  {
    name: 'a result does not say when Send was pressed',
    file: 'agent/src/sending/report-result.ts',
    edits: [['clicked_at: journal.clickedAt(delivery.token)', 'clicked_at: undefined']],
    tests: ['agent/src/sending/report-result.test.ts'],
  },
  {
    name: 'a result that is reported again does not say when Send was pressed',
    file: 'agent/src/storage/answered.ts',
    edits: [["  if (line.line === 'clicking') told.clicked_at = line.at;\n", '']],
    tests: ['agent/src/sending/merge.test.ts'],
  },
  {
    name: 'replies that are read before their messages are told are never read again',
    file: 'server/src/features/replies/take-replies.ts',
    edits: [
      [
        '  if (agent_id !== null && (await isUnmerged',
        '  if (false && agent_id !== null && (await isUnmerged',
      ],
    ],
    tests: READ_AGAIN,
  },
  {
    name: 'a reading goes on after a restore from where the forgotten one had ended',
    file: 'server/src/features/replies/reading-queries.ts',
    edits: [
      ['replies_read_at = least(p.replies_read_at, f.known_at)', 'replies_read_at = p.replies_read_at'],
    ],
    tests: READ_AGAIN,
  },
  {
    name: 'the replies of the time that a restore forgot are not asked for',
    file: 'server/src/features/replies/readings.ts',
    edits: [['  if (forgotten.size === 0) return;', '  if (forgotten.size > -1) return;']],
    tests: READ_AGAIN,
  },
];
