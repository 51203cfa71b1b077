import type { Mutant } from './mutant.ts';

const UNDO = ['server/src/engine/start/undo-start.test.ts'];
const SCHEDULE = ['server/src/engine/start/schedule.test.ts'];
const UNDOING = 'server/src/engine/start/undo-start.ts';
const SCHEDULING = 'server/src/engine/start/schedule.ts';

/** The seconds after a start, and starts at a moment. */
export const START_MUTANTS: readonly Mutant[] = [
  {
    name: 'a campaign is handed out while its start can be undone',
    file: 'contract/src/rules/due-senders.ts',
    edits: [['!isCountingDown(campaign, now) && mayClaim', 'mayClaim']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...UNDO],
  },
  {
    name: 'begin is granted while the start can be undone',
    file: 'contract/src/rules/begin.ts',
    edits: [[' || isCountingDown(campaign, now)) return', ') return']],
    tests: [...UNDO, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a countdown that a wrong clock set holds a campaign for long',
    file: 'contract/src/rules/time.ts',
    edits: [[' && countdown_until <= now + COUNTDOWN_MS', '']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...UNDO],
  },
  {
    name: 'a work call sleeps past the end of a countdown',
    file: 'contract/src/rules/allowed-at.ts',
    edits: [['countdown_until !== null && isCountingDown(campaign, now) ? countdown_until : now', 'now']],
    tests: ['contract/src/rules/allowed-at.test.ts', ...UNDO],
  },
  {
    name: 'a start is undone after its countdown',
    file: UNDOING,
    edits: [["c.status = 'running' and is_counting_down(", "c.status = 'running' or is_counting_down("]],
    tests: UNDO,
  },
  {
    name: 'an undone start keeps its mark',
    file: UNDOING,
    edits: [['{ mark: null, started_at: null }', '{ started_at: null }']],
    tests: UNDO,
  },
  {
    name: 'an undone resumption forgets why the campaign was paused',
    file: UNDOING,
    edits: [['pause_kind: sql<PauseKind>`countdown_kind`', 'pause_kind: null']],
    tests: UNDO,
  },
  {
    name: 'a scheduled campaign starts however late it is',
    file: SCHEDULING,
    edits: [['  if (lateMs > START_TRIED_MINUTES * 60_000) return', '  if (lateMs < 0) return']],
    tests: SCHEDULE,
  },
  {
    name: 'a scheduled campaign starts without a subscription',
    file: SCHEDULING,
    edits: [["  if (!may_send) return { kind: 'subscription' };\n", '']],
    tests: SCHEDULE,
  },
  {
    name: 'a campaign keeps its moment once it was started by hand',
    file: 'server/src/engine/change-status.ts',
    edits: [['        start_at: null,\n', '']],
    tests: SCHEDULE,
  },
  {
    name: 'a first start is undone after somebody was handed out',
    file: UNDOING,
    edits: [["d.campaign_id = c.id and d.state <> 'skipped')", 'd.campaign_id = c.id and false)']],
    tests: UNDO,
  },
];
