import type { Mutant } from './mutant.ts';

const BEGIN = ['server/src/engine/begin.test.ts'];
const RESULT = ['server/src/engine/result.test.ts'];
const SWEEP = ['server/src/engine/sweep.test.ts'];
const LATE = ['server/src/engine/late-words.test.ts'];
const SYNCED = ['server/src/engine/synced-commits.test.ts'];
const FOUND = ['server/src/engine/found-and-marked.test.ts'];
const WORK = ['server/src/features/agent-protocol/work.test.ts'];
const HOLDING = ['server/src/features/agent-protocol/holding.test.ts'];
const LINE = ['server/src/engine/fair-line.test.ts', 'server/src/engine/deliveries.test.ts'];
const REQUEUE = [
  'server/src/engine/requeue/requeue.test.ts',
  'server/src/features/campaigns/lifecycle/lifecycle.test.ts',
];
const RESULTS = 'contract/src/rules/result.ts';
const RESULT_FACTS = 'server/functions/engine/record-results.sql';
const FOLLOW = 'contract/src/rules/follow.ts';
const FOLLOWED = ['contract/src/rules/follow.test.ts'];

export const SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'begin is committed without waiting for the disk',
    file: 'server/functions/engine/begin-deliveries.sql',
    edits: [
      [
        'begin\n  -- Before anybody',
        "begin\n  perform set_config('synchronous_commit', 'off', true);\n  -- Before anybody",
      ],
    ],
    tests: SYNCED,
  },
  {
    name: 'a result is committed without waiting for the disk',
    file: RESULT_FACTS,
    edits: [
      [
        'begin\n  -- What no report needs',
        "begin\n  perform set_config('synchronous_commit', 'off', true);\n  -- What no report needs",
      ],
    ],
    tests: SYNCED,
  },
  {
    name: 'a request is handed out without waiting for the disk',
    file: 'server/functions/agent-protocol/work.sql',
    edits: [['if not has_requests then perform set_config', 'if true then perform set_config']],
    tests: SYNCED,
  },
  {
    name: "another token's unknown ends what is being sent",
    file: RESULTS,
    edits: [["return state === 'sending' && !is_frozen ? null : 'uncertain'", "return 'uncertain'"]],
    tests: LATE,
  },
  {
    name: 'a message that arrived late under another token paces nobody',
    file: RESULTS,
    edits: [[" || state === 'sending') ? due_at", ') ? due_at']],
    tests: LATE,
  },
  {
    name: 'a message that arrived after its lease had ended paces nobody',
    file: RESULTS,
    edits: [
      [
        "PACED: readonly (DeliveryState | null)[] = ['leased', 'sending', 'waiting', 'stopped']",
        "PACED: readonly (DeliveryState | null)[] = ['leased', 'sending']",
      ],
    ],
    tests: LATE,
  },
  {
    name: 'a pause that is already set is shortened',
    file: 'server/functions/engine/write-changes.sql',
    edits: [
      [
        'set next_send_at = greatest(p.next_send_at, paced(p, c.due_at, moment)), lease_until = null',
        'set next_send_at = coalesce(c.due_at, p.next_send_at), lease_until = null',
      ],
    ],
    tests: LATE,
  },
  {
    name: 'the pace is always the shorter delay',
    file: 'contract/src/rules/time.ts',
    edits: [['delay_start + draw * (', 'delay_start + 0 * (']],
    tests: [...LATE, 'contract/src/rules/freeze/by-name.test.ts'],
  },
  {
    name: 'whoever was skipped and messaged all the same stays out of the total',
    file: FOLLOW,
    edits: [["skipped: added('skipped')", "skipped: Number(state === 'skipped')"]],
    tests: [...FOLLOWED, ...LATE],
  },
  {
    name: 'a result overwrites a status that was set by hand',
    file: FOLLOW,
    edits: [["status === null || !(status === 'pending' || isOurs)", 'status === null']],
    tests: [...FOLLOWED, ...LATE],
  },
  {
    name: 'whoever has a row is handed out again from the line',
    file: 'contract/src/rules/claim.ts',
    edits: [['  if (!place.is_retry && delivery) return false;\n', '']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...LATE],
  },
  {
    name: 'names beyond the mark are handed out',
    file: 'server/functions/engine/claim.sql',
    edits: [
      [
        "r.list_id = line.list_id and r.status = 'pending'\n        and r.position > line.after and r.position <= line.mark",
        "r.list_id = line.list_id and r.status = 'pending'\n        and r.position > line.after",
      ],
    ],
    tests: FOUND,
  },
  {
    name: 'names that another campaign holds are handed out',
    file: 'contract/src/rules/claim.ts',
    edits: [['const isHeld = held_by !== null || taken', 'const isHeld = taken']],
    tests: ['contract/src/rules/claim.test.ts', ...LINE, 'server/src/engine/parallel.test.ts'],
  },
  {
    name: 'the sweep ends a lease that was renewed since it was found',
    file: 'server/src/engine/leases/lease-queries.ts',
    edits: [['where is_lease_over(p.lease_until, $4) and', 'where']],
    tests: FOUND,
  },
  {
    name: 'the sweep wakes nobody',
    file: 'server/src/engine/sweep.ts',
    edits: [['    for (const user_id of new Set(users)) deps.nudges.nudge(context, user_id);\n', '']],
    tests: [...WORK, ...SWEEP],
  },
  {
    name: 'a lease that ends after begin is tried again',
    file: 'contract/src/rules/lapse.ts',
    edits: [["state: 'uncertain', due_at,", "state: 'waiting', retry_at: due_at, due_at,"]],
    tests: SWEEP,
  },
  {
    name: 'the first lapse counts as a failure',
    file: 'contract/src/rules/lapse.ts',
    edits: [['has_lapsed: counts, due_at } = facts;', 'due_at } = facts;\n  const counts = true;']],
    tests: LINE,
  },
  {
    name: 'what was found for a caller who has gone is not handed back',
    file: 'server/src/features/agent-protocol/wait-for-work.ts',
    edits: [['      if (connection.closed || isStale) await handBack(deps, poll, found);\n', '']],
    tests: [...HOLDING, ...WORK],
  },
  {
    name: 'deliveries that were found for a caller who has gone are not handed back',
    file: 'server/src/features/agent-protocol/wait-for-work.ts',
    edits: [['  for (const { token } of deliveries)\n', '  for (const { token } of deliveries.slice(1))\n']],
    tests: HOLDING,
  },
  {
    name: 'what the agent does not name stays with it',
    file: 'server/src/features/agent-protocol/wait-for-work.ts',
    edits: [['      await releaseUnnamed(context, { user_id, agent_id, named: holding.deliveries });\n', '']],
    tests: HOLDING,
  },
  {
    name: 'requeueing leaves the lease on the profile',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [['p.lease_token = gone.token)', 'p.lease_token = gone.token and false)']],
    tests: REQUEUE,
  },
  {
    name: 'requeueing forgets those that wait to be tried again in its counters',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [[`counter('in_work', "'leased', 'waiting'")`, `counter('in_work', "'leased'")`]],
    tests: REQUEUE,
  },
  {
    name: 'requeueing counts the sent of a list wrongly',
    file: 'server/src/engine/requeue/requeue-queries.ts',
    edits: [['sent = l.sent - x.sent,', 'sent = l.sent,']],
    tests: REQUEUE,
  },
  {
    name: 'requeueing takes what is being sent',
    file: 'contract/src/rules/requeue.ts',
    edits: [["  if (state === 'sending') return null;\n", '']],
    tests: REQUEUE,
  },
  {
    name: 'requeued names keep their place in the line',
    file: 'contract/src/rules/requeue.ts',
    edits: [['goes_behind: is_back && !is_pending', 'goes_behind: false']],
    tests: REQUEUE,
  },
  {
    name: 'begin is granted after the lease has ended',
    file: 'contract/src/rules/begin.ts',
    edits: [['  if (until <= now) return LEASE_OVER;\n', '']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin is repeated although the lease does not outlast the grant',
    file: 'contract/src/rules/begin.ts',
    edits: [['until >= now + GRANT_MS ?', 'until > 0 ?']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin does not look at do-not-contact',
    file: 'contract/src/rules/person.ts',
    edits: [["  if (person.is_on_do_not_contact) return { kind: 'do_not_contact' };\n", '']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin is granted in a paused campaign',
    file: 'contract/src/rules/begin.ts',
    edits: [["if (status !== 'running' || isCountingDown", 'if (isCountingDown']],
    tests: [...BEGIN, 'server/src/engine/deliveries.test.ts', 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin is granted for a name that was changed by hand',
    file: 'contract/src/rules/begin.ts',
    edits: [
      [
        "const isGone = lease.status !== 'pending' || lease.held_by !== campaign.id;",
        'const isGone = false;',
      ],
    ],
    tests: [...BEGIN, 'server/src/engine/by-hand/manual-change.test.ts', 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a late sent is refused',
    file: RESULTS,
    edits: [["  if (outcome === 'sent' && state !== 'sent') return 'sent';\n", '']],
    tests: RESULT,
  },
  {
    name: "another token's late failed ends what is uncertain",
    file: RESULTS,
    edits: [["state === 'uncertain' && is_own) return 'failed'", "state === 'uncertain') return 'failed'"]],
    tests: RESULT,
  },
  {
    name: 'one try more than the settings say',
    file: RESULTS,
    edits: [['(said.isUncounted || failures < most)', '(said.isUncounted || failures <= most)']],
    tests: RESULT,
  },
  {
    name: 'a campaign is completed while another one holds a name of it',
    file: 'server/functions/engine/course.sql',
    edits: [['case when g.passed then 0 else g.cursor end', 'g.cursor']],
    tests: ['server/src/engine/long-line.test.ts'],
  },
  {
    name: 'a lease that a wrong clock set far ahead holds its profile',
    file: 'server/functions/engine/rules.sql',
    edits: [
      ['\n  or lease_until > moment + make_interval(secs => sending_lease_seconds() + slack_seconds())', ''],
    ],
    tests: ['server/src/engine/clocks.test.ts'],
  },
];
