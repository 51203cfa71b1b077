import type { Mutant } from './mutant.ts';

const MESSAGES = ['server/src/engine/forgotten-messages.test.ts'];
const BY_NAME = ['server/src/features/agent-protocol/believe-forgotten.test.ts'];
const READ_AGAIN = ['server/src/features/replies/read-again.test.ts'];
const FORGOTTEN = 'server/functions/engine/forgotten-messages.sql';
const FOLLOW = 'contract/src/rules/follow.ts';
const FOLLOWED = ['contract/src/rules/follow.test.ts'];
const RESULTS = 'contract/src/rules/result.ts';
const RESULT_FACTS = 'server/functions/engine/record-results.sql';

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
    file: FORGOTTEN,
    edits: [
      ['greatest(moment - make_interval(secs => age), f.backup_at)', 'moment - make_interval(secs => age)'],
    ],
    tests: MESSAGES,
  },
  {
    name: 'the forgotten message of an agent that says no moment was sent when it is reported',
    file: FORGOTTEN,
    edits: [['  when is_forgotten and num_nonnulls', '  when false and num_nonnulls']],
    tests: MESSAGES,
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
    file: 'server/functions/engine/change-deliveries.sql',
    edits: [['then perform count_forgotten(moment, unusual);', 'then null;']],
    tests: MESSAGES,
  },
  {
    name: 'a day that a restore forgot is none of a slow beginning',
    file: FORGOTTEN,
    edits: [['nullif(p.warm_up_day + (p.counted_day', 'nullif(p.warm_up_day + (false and p.counted_day']],
    tests: MESSAGES,
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
    file: RESULT_FACTS,
    edits: [[' or coalesce(f.backup_at, f.known_until) is not null,', ',']],
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
    file: FORGOTTEN,
    edits: [['  if f.by_name >= most_by_name() then', '  if false then']],
    tests: BY_NAME,
  },
  {
    name: 'a repeat of what is believed by name counts again',
    file: FORGOTTEN,
    edits: [
      [
        "  if trace.token = word.token then return engine_answer(moment, to_json(c.state), '{}'); end if;\n",
        '',
      ],
      [
        "  if trace.token is not null then return engine_answer(moment, to_json(c.state), '{}'); end if;\n",
        '',
      ],
    ],
    tests: BY_NAME,
  },
  {
    name: 'what is believed by name has no day of its profile',
    file: FORGOTTEN,
    edits: [['  perform write_daily_performance(array', '  perform count_forgotten(moment, null); --']],
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
