import type { Mutant } from './mutant.ts';

const TESTS = ['server/src/engine/by-hand/take-out.test.ts'];
const RULES = 'contract/src/rules/take-out.ts';
const QUERIES = 'server/src/engine/by-hand/take-out-queries.ts';
const STEP = 'server/src/engine/by-hand/take-out.ts';

/** Taking people out of a campaign, and putting them back. */
export const TAKE_OUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'who is being sent to is taken out',
    file: RULES,
    edits: [
      ["  if (state === 'sending') return 'being_sent';\n", ''],
      ["state === 'leased' || state", "state === 'leased' || state === 'sending' || state"],
    ],
    tests: TESTS,
  },
  {
    name: 'who is leased is not taken out',
    file: RULES,
    edits: [["state === 'leased' || state", 'state']],
    tests: TESTS,
  },
  {
    name: 'a name of another list is taken out',
    file: QUERIES,
    edits: [[' or d.state is not null)', ' or true)']],
    tests: TESTS,
  },
  {
    name: 'who is put back comes before the line',
    file: RULES,
    edits: [["if (isUnclaimed(campaign)) return 'forget';", "return 'forget';"]],
    tests: TESTS,
  },
  {
    name: 'who was skipped by the engine is put back',
    file: RULES,
    edits: [[" || state !== 'skipped' || !is_taken_out)", " || state !== 'skipped')"]],
    tests: TESTS,
  },
  {
    name: 'who is held by another campaign is put back',
    file: RULES,
    edits: [['!is_pending || !is_free', '!is_pending']],
    tests: TESTS,
  },
  {
    name: 'who is pending for a later campaign is put back',
    file: RULES,
    edits: [[' || !is_before_mark) return null', ') return null']],
    tests: TESTS,
  },
  {
    name: 'a start counts those who were taken out',
    file: 'server/src/engine/start/start-queries.ts',
    edits: [['l.pending - count_taken_out(c, g) + g.total_sent', 'l.pending + g.total_sent']],
    tests: TESTS,
  },
  {
    name: 'the total of a campaign that has not started counts those who were taken out',
    file: 'server/src/features/campaigns/campaign-queries.ts',
    edits: [[' - count_taken_out(campaigns.*, progress))', ')']],
    tests: TESTS,
  },
  {
    name: 'a campaign of which everybody was taken out starts',
    file: 'server/src/engine/start/start-queries.ts',
    edits: [
      [
        'coalesce(l.pending, 0) - count_taken_out(c, progress) as pending',
        'coalesce(l.pending, 0) as pending',
      ],
    ],
    tests: TESTS,
  },
  {
    name: 'a campaign without anybody left waits for a claim',
    file: STEP,
    edits: [['    await passOverKnown(context.tx, key);\n', '']],
    tests: TESTS,
  },
  {
    name: 'taking out ends a campaign whose start can still be undone',
    file: STEP,
    edits: [['if (!isUnclaimed(campaign)) {', 'if (campaign.is_marked) {']],
    tests: TESTS,
  },
  {
    name: 'who was taken out of one list is remembered where the campaign gets another',
    file: 'server/src/features/campaigns/lifecycle/edit-campaign.ts',
    edits: [['columns.list_id !== undefined && columns.list_id !== saved.list_id', 'false']],
    tests: ['server/src/features/campaigns/lifecycle/edit-campaign.test.ts'],
  },
  {
    name: 'who was taken out is forgotten with any change of the list, to the same one too',
    file: 'server/src/features/campaigns/lifecycle/edit-campaign.ts',
    edits: [
      ['columns.list_id !== undefined && columns.list_id !== saved.list_id', 'columns.list_id !== undefined'],
    ],
    tests: ['server/src/features/campaigns/lifecycle/edit-campaign.test.ts'],
  },
];
