import type { Mutant } from './mutant.ts';

const MARK = ['server/src/features/freeze/high-water-mark.test.ts'];
const MARKS = 'server/functions/engine/high-water-mark.sql';
const NOTICE = 'contract/src/rules/freeze/copy.ts';
const NOTICED = ['contract/src/rules/freeze/copy.test.ts'];
const PERMIT = ['agent/src/sending/send-permit.test.ts'];
const JOURNAL = ['agent/src/storage/journal.test.ts'];
const LOOP = ['agent/src/connection/work-loop.test.ts'];

/** How server and agent detect a database that was set back. */
export const MARK_MUTANTS: readonly Mutant[] = [
  {
    name: 'a mark that is named is ignored',
    file: NOTICE,
    edits: [['(named.mark ?? 0) - facts.mark', '0']],
    tests: NOTICED,
  },
  {
    name: 'a mark that is as high as the one that was told proves a copy',
    file: NOTICE,
    edits: [['  if (missing > 0) {', '  if (missing >= 0) {']],
    tests: NOTICED,
  },
  {
    name: 'a copy of a frozen user is not noticed by who has merged',
    file: NOTICE,
    edits: [['  if (facts.is_frozen && !hasMerged && merged', '  if (false && merged']],
    tests: NOTICED,
  },
  {
    name: 'an agent that merged for an epoch of before is taken for one that proves a copy',
    file: NOTICE,
    edits: [['merged === facts.epoch', 'merged !== undefined']],
    tests: NOTICED,
  },
  {
    name: 'a number that no honest agent names is believed',
    file: NOTICE,
    edits: [['Math.min(named, MOST_NAMED)', 'named']],
    tests: NOTICED,
  },
  {
    name: 'every call writes what its agent knows',
    file: 'server/src/engine/claim/claim.ts',
    edits: [
      ['if (!one || (one.copy.missing === 0 && !one.copy.has_frozen)) return [];', 'if (!one) return [];'],
    ],
    tests: ['server/src/features/freeze/claims-of-a-copy.test.ts'],
  },
  {
    name: 'an agent that is still to merge raises no mark',
    file: 'server/src/engine/claim/claim.ts',
    edits: [['one.copy.missing === 0 && !one.copy.has_frozen', '!one.copy.has_frozen']],
    tests: ['server/src/features/freeze/claims-of-a-copy.test.ts'],
  },
  {
    name: 'an agent does not say for which epoch it merged',
    file: 'agent/src/sending/merge.ts',
    edits: [['if (isMerged) merged = epoch;', 'merged = undefined;']],
    tests: ['agent/src/sending/merge.test.ts'],
  },
  {
    name: 'an agent that was told of another epoch says that it merged',
    file: 'agent/src/sending/merge.ts',
    edits: [['if (isMerged) merged = epoch;', 'merged = epoch;']],
    tests: ['agent/src/sending/merge.test.ts'],
  },
  {
    name: 'the mark does not grow with a grant',
    file: MARKS,
    edits: [['do update set granted = g.granted + excluded.granted, granted_at', 'do update set granted_at']],
    tests: MARK,
  },
  {
    name: 'the first grant of a machine is not counted',
    file: MARKS,
    edits: [['select user_id, agent_id, count(*), moment', 'select user_id, agent_id, count(*) - 1, moment']],
    tests: MARK,
  },
  {
    name: 'a copy is noticed again at every call',
    file: MARKS,
    edits: [['noticed.agent_id, noticed.missing, at_moment)', 'noticed.agent_id, 0, at_moment)']],
    tests: MARK,
  },
  {
    name: 'a newer epoch that an agent names is ignored',
    file: NOTICE,
    edits: [['  if (epoch !== undefined && epoch > facts.epoch) return true;\n', '']],
    tests: NOTICED,
  },
  {
    name: 'the epoch after a copy is one that agents have met',
    file: NOTICE,
    edits: [['nextEpoch(last, now, draw)', 'last']],
    tests: NOTICED,
  },
  {
    name: 'grants of a profile that is not there are no news',
    file: NOTICE,
    edits: [['here === null || here < grant_number', 'here !== null && here < grant_number']],
    tests: NOTICED,
  },
  {
    name: 'a machine that comes after an announced restore begins a further one',
    file: NOTICE,
    edits: [['!(facts.is_frozen && isStillToMerge)', '!(false && isStillToMerge)']],
    tests: NOTICED,
  },
  {
    name: 'a copy of a frozen database is taken for the frozen one',
    file: NOTICE,
    edits: [['!(facts.is_frozen && isStillToMerge)', '!facts.is_frozen']],
    tests: NOTICED,
  },
  {
    name: 'who is frozen just now is handed out all the same',
    file: 'server/src/engine/claim/claim.ts',
    edits: [['delivers && !has_frozen && held_until', 'delivers && held_until']],
    tests: MARK,
  },
  {
    name: 'after a start nobody is waited for',
    file: 'server/src/engine/claim/claim.ts',
    edits: [['delivers && !has_frozen && held_until === null;', 'delivers && !has_frozen;']],
    tests: MARK,
  },
  {
    name: 'after a start a machine that stays away is waited for without an end',
    file: 'server/src/database/continuity.ts',
    edits: [
      [
        'clock.now().getTime() - since.getTime()) < AWAITED_MS',
        'clock.now().getTime() - since.getTime()) >= 0',
      ],
    ],
    tests: MARK,
  },
  {
    name: 'a machine that was granted nothing for long is waited for',
    file: MARKS,
    edits: [["interval '30 days'", "interval '300 days'"]],
    tests: MARK,
  },
  {
    name: 'a machine that comes wakes nobody who waited for it',
    file: 'server/src/features/agent-protocol/claim-work.ts',
    edits: [['answer.has_frozen || answer.was_awaited', 'answer.has_frozen']],
    tests: MARK,
  },
  {
    name: 'a poll goes on after the connection broke',
    file: 'server/src/features/agent-protocol/wait-for-work.ts',
    edits: [
      ['const isStale = continuity.breaks !== breaks;', 'const isStale = false;'],
      [
        ' || nudges.isClosed || continuity.breaks !== breaks) return found;',
        ' || nudges.isClosed) return found;',
      ],
    ],
    tests: MARK,
  },
  {
    name: 'the mark of a grant is not written down before the click',
    file: 'agent/src/sending/send-permit.ts',
    edits: [['      await journal.told(delivery, { epoch: delivery.epoch, mark: answer.mark });\n', '']],
    tests: PERMIT,
  },
  {
    name: 'a click goes on although the mark is not on the disk',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        'await journal.told(delivery, { epoch: delivery.epoch, mark: answer.mark });',
        'await journal.told(delivery, { epoch: delivery.epoch, mark: answer.mark }).catch(() => {});',
      ],
    ],
    tests: PERMIT,
  },
  {
    name: 'the last mark is kept in place of the highest',
    file: 'agent/src/storage/known-marks.ts',
    edits: [['Math.max(Number(one), Number(other))', 'Number(other)']],
    tests: JOURNAL,
  },
  {
    name: 'the mark is kept in memory only',
    file: 'agent/src/storage/known-marks.ts',
    edits: [['    replaceFile(path, JSON.stringify(Object.fromEntries(known)));\n', '']],
    tests: JOURNAL,
  },
  {
    name: 'a mark that the disk did not take is forgotten',
    file: 'agent/src/storage/journal.ts',
    edits: [['      marks.save();\n', '']],
    tests: JOURNAL,
  },
  {
    name: 'an agent names grants of another epoch',
    file: 'agent/src/storage/journal.ts',
    edits: [['granted?.epoch === epoch ? granted', 'granted ? { ...granted, epoch }']],
    tests: JOURNAL,
  },
  {
    name: 'a work call does not name what was told',
    file: 'agent/src/connection/work-loop.ts',
    edits: [['        ...this.#options.known(),\n', '']],
    tests: LOOP,
  },
  {
    name: 'browsers do not hear that an agent has frozen its user',
    file: 'server/src/features/agent-protocol/claim-work.ts',
    edits: [['if (hasFrozen) await announceFreeze', 'if (!hasFrozen) await announceFreeze']],
    tests: ['server/src/features/freeze/high-water-mark.test.ts'],
  },
];
