import type { Mutant } from './mutant.ts';

const LIFECYCLE = ['server/src/features/campaigns/lifecycle/lifecycle.test.ts'];
const REQUEUE = ['server/src/engine/requeue/requeue.test.ts'];
const RESULT = ['server/src/engine/result.test.ts'];
const BY_HAND = ['server/src/engine/by-hand/manual-change.test.ts'];
const SETTLE = ['server/src/engine/by-hand/settle.test.ts'];
const SWEEP = ['server/src/engine/sweep.test.ts'];
const EDIT = ['server/src/features/campaigns/lifecycle/edit-campaign.test.ts'];
const BATCHES = ['server/src/engine/batch-calls.test.ts'];
const COURSE_SQL = 'server/functions/engine/course.sql';
const COURSE = 'contract/src/rules/complete.ts';
const COMPLETE = ['contract/src/rules/complete.test.ts'];
const EDITING = 'server/src/features/campaigns/lifecycle/edit-campaign.ts';
const PARTS = 'server/src/features/campaigns/lifecycle/campaign-parts.ts';
const SETTLING = 'contract/src/rules/settle.ts';

/** How a campaign starts, ends, is requeued and settled, and how calls are answered in batches. */
export const CAMPAIGN_MUTANTS: readonly Mutant[] = [
  {
    name: 'a campaign is completed while somebody is in work',
    file: COURSE,
    edits: [['if (in_work === 0 && !has_line &&', 'if (!has_line &&']],
    tests: COMPLETE,
  },
  {
    name: 'a campaign that had nobody to try has failed',
    file: COURSE,
    edits: [['total_sent === 0 && total_failed > 0 ?', 'total_sent === 0 ?']],
    tests: [...COMPLETE, ...SWEEP],
  },
  {
    name: 'a paused campaign never ends',
    file: COURSE,
    edits: [["(status !== 'running' && status !== 'paused')", "status !== 'running'"]],
    tests: [...COMPLETE, ...LIFECYCLE, ...RESULT, ...BY_HAND],
  },
  {
    name: 'a campaign that ends keeps the total of its start',
    file: COURSE_SQL,
    edits: [['set total_list = total_sent + total_failed\n', 'set total_list = total_list\n']],
    tests: BY_HAND,
  },
  {
    name: 'a campaign goes on though its account is disabled or without a subscription',
    file: COURSE,
    edits: [["  if (!maySend(account, now)) return { kind: 'subscription' };\n", '']],
    tests: [...COMPLETE, ...SWEEP],
  },
  {
    name: 'a claim that finds nobody leaves its campaign running',
    file: 'server/src/engine/claim/write-claims.ts',
    edits: [['isTried && in_work <= passed.length &&', 'isTried && in_work < 0 &&']],
    tests: ['server/src/engine/leave-out.test.ts', 'server/src/engine/never-twice.test.ts'],
  },
  {
    name: 'a campaign whose last one is refused at begin goes on',
    file: 'server/src/engine/begin.ts',
    edits: [["    if (!change.counted && change.state !== 'waiting') toJudge.push(of);\n", '']],
    tests: ['server/src/engine/begin.test.ts'],
  },
  {
    name: 'each start draws the mark anew',
    file: 'server/src/engine/start/start.ts',
    edits: [['  if (!is_marked) {', '  {']],
    tests: LIFECYCLE,
  },
  {
    name: 'a campaign starts before all names of a deleted one are back',
    file: 'server/src/engine/start/start-refusal.ts',
    edits: [['  if (requeueing > 0) return', '  if (requeueing < 0) return']],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'a campaign starts in the middle of an import',
    file: 'server/src/engine/start/start.ts',
    edits: [['!(await tryLockList(tx, campaign.list_id))', 'false']],
    tests: LIFECYCLE,
  },
  {
    name: 'a profile is used by two running campaigns',
    file: 'server/src/engine/start/start-refusal.ts',
    edits: [['if (conflicting_profiles.length > 0)', 'if (conflicting_profiles.length > 99)']],
    tests: LIFECYCLE,
  },
  {
    name: 'one lease that cannot be ended keeps the others',
    file: 'server/src/engine/sweep.ts',
    edits: [
      [
        'if (others.length > 0) for (const lease of leases)',
        'if (others.length > 99) for (const lease of leases)',
      ],
    ],
    tests: SWEEP,
  },
  {
    name: 'the sweep forgets the campaigns that are over',
    file: 'server/src/engine/sweep.ts',
    edits: [['  await sweepCampaigns(deps, users);\n', '']],
    tests: SWEEP,
  },
  {
    name: 'deleting a campaign puts those back who were to stay messaged',
    file: 'contract/src/rules/requeue.ts',
    edits: [['is_held && !isKept', 'is_held']],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'deleting a campaign that keeps the messaged puts those back whose outcome is unclear',
    file: 'contract/src/rules/requeue.ts',
    edits: [[" && (state === 'sent' || state === 'uncertain')", " && state === 'sent'"]],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'requeueing counts the failed of a list wrongly',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [['failed = l.failed - x.failed, not_found', 'failed = l.failed, not_found']],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'requeueing forgets the results in the counters of the campaign',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [["counter('total_sent', \"'sent'\")", "counter('total_sent', \"'waiting'\")"]],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'requeueing takes names that another campaign has by now',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [
      [
        'where user_id = $1 and campaign_id = $2 and id = any (array(',
        'where user_id = $1 and $2::bigint > 0 and id = any (array(',
      ],
    ],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'a campaign goes while a delivery of it is being sent',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [
      [
        'and not exists (select from deliveries where',
        'and not exists (select from deliveries where false and',
      ],
    ],
    tests: [...REQUEUE, ...LIFECYCLE],
  },
  {
    name: 'trying the failed again takes those whose outcome is unclear',
    file: 'server/src/engine/requeue/requeue-failed.ts',
    edits: [[" and unsent = 'failed' and", " and unsent in ('failed', 'uncertain') and"]],
    tests: [
      'server/src/features/campaigns/campaigns.test.ts',
      'server/src/features/campaigns/people/people.test.ts',
      ...LIFECYCLE,
    ],
  },
  {
    name: 'whoever is settled as not sent is tried again though the campaign is over',
    file: SETTLING,
    edits: [["(status === 'running' || status === 'paused') && (is_held", '(is_held']],
    tests: SETTLE,
  },
  {
    name: 'whoever is settled as not sent joins campaigns that started without them',
    file: SETTLING,
    edits: [['is_requeued: is_held', 'is_requeued: false']],
    tests: SETTLE,
  },
  {
    name: 'what another campaign has taken over is settled with it',
    file: SETTLING,
    edits: [["'paused') && (is_held || is_pending)", "'paused')"]],
    tests: SETTLE,
  },
  {
    name: 'two batches share a user',
    file: 'server/src/engine/batch-calls.ts',
    edits: [[' || locked.has(lockOf(one.call))', '']],
    tests: BATCHES,
  },
  {
    name: 'one bad call makes all of its batch fail',
    file: 'server/src/engine/batch-calls.ts',
    edits: [
      [
        'else for (const one of batch) await answer([one]);',
        'else for (const one of batch) one.reject(error);',
      ],
    ],
    tests: BATCHES,
  },
  {
    name: 'settling all who are unclear ends with the first 500',
    file: 'server/src/engine/by-hand/settle.ts',
    edits: [['unclear.length === BATCH', 'unclear.length > BATCH']],
    tests: ['server/src/engine/by-hand/settle.test.ts'],
  },
  {
    name: 'settling goes on with those before the last',
    file: 'server/src/engine/by-hand/settle.ts',
    edits: [['then recipient_id > $4', 'then recipient_id < $4 or $4 = 0']],
    tests: ['server/src/engine/by-hand/settle.test.ts'],
  },
  {
    name: 'a profile at work joins a campaign that is edited',
    file: PARTS,
    edits: [
      [
        'if (!isDraft && !isScheduled) checkFree',
        'if (!isDraft && !isScheduled && kept.size === 0) checkFree',
      ],
    ],
    tests: EDIT,
  },
  {
    name: 'a profile that cannot send joins a campaign that is edited',
    file: PARTS,
    edits: [['if (!isDraft) checkAble', 'if (!isDraft && kept.size === 0) checkAble']],
    tests: EDIT,
  },
  {
    name: 'a campaign that is edited loses its profiles that are at work elsewhere',
    file: EDITING,
    edits: [['new Set(wasDraft ? [] : saved.used.ids)', 'new Set<number>()']],
    tests: EDIT,
  },
];
