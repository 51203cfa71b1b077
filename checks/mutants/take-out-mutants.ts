import type { Mutant } from './mutant.ts';

const TESTS = ['server/src/engine/by-hand/take-out.test.ts'];
const TAKING_OUT = 'server/functions/engine/take-out.sql';

/** Taking people out of a campaign, and putting them back. */
export const TAKE_OUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'who is being sent to is taken out',
    file: TAKING_OUT,
    edits: [["d.state in ('leased', 'waiting') end)", "d.state in ('leased', 'waiting', 'sending') end)"]],
    tests: TESTS,
  },
  {
    name: 'who is leased is not taken out',
    file: TAKING_OUT,
    edits: [["d.state in ('leased', 'waiting') end)", "d.state in ('waiting') end)"]],
    tests: TESTS,
  },
  {
    name: 'a name of another list is taken out',
    file: TAKING_OUT,
    edits: [[' or d.state is not null;\n  taken_out', ' or true;\n  taken_out']],
    tests: TESTS,
  },
  {
    name: 'who is put back comes before the line',
    file: TAKING_OUT,
    edits: [
      [
        'when is_unclaimed(c, moment) then forget_taken_out(moment, c, back)',
        'when true then forget_taken_out(moment, c, back)',
      ],
    ],
    tests: TESTS,
  },
  {
    name: 'who was skipped by the engine is put back',
    file: TAKING_OUT,
    edits: [["d.state = 'skipped' and d.is_taken_out and r.status", "d.state = 'skipped' and r.status"]],
    tests: TESTS,
  },
  {
    name: 'who is held by another campaign is put back',
    file: TAKING_OUT,
    edits: [[" and r.status = 'pending' and r.campaign_id is null\n", " and r.status = 'pending'\n"]],
    tests: TESTS,
  },
  {
    name: 'who is pending for a later campaign is put back',
    file: TAKING_OUT,
    edits: [
      [
        'r.list_id = c.list_id and r.position <= coalesce(c.mark, r.position))\n  into known, back',
        'r.list_id = c.list_id)\n  into known, back',
      ],
    ],
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
    file: TAKING_OUT,
    edits: [['      perform pass_over_known(of_user, of_campaign);\n', '']],
    tests: TESTS,
  },
  {
    name: 'taking out ends a campaign whose start can still be undone',
    file: TAKING_OUT,
    edits: [['    elsif not is_unclaimed(c, moment) then', '    else']],
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
