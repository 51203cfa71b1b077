import type { Mutant } from './mutant.ts';

const READINGS = ['server/src/features/replies/readings.test.ts'];
const DUE = ['server/src/features/replies/due-readings.test.ts'];
const TAKE = 'server/src/features/replies/take-replies.ts';
const CHOOSE = 'server/src/features/replies/due-profiles.ts';

/** Defects in how replies are read, and in what is kept of them. */
export const READING_MUTANTS: readonly Mutant[] = [
  {
    name: 'what strangers wrote stays in the results of a reading',
    file: TAKE,
    edits: [
      ['const { replies, ...kept } = result;', 'const { replies } = result;\n  const kept: Kept = result;'],
    ],
    tests: READINGS,
  },
  {
    name: 'a reading that comes no further goes on for ever',
    file: TAKE,
    edits: [['is_cut && Date.parse(read_to) > Date.parse(asked.since)', 'is_cut']],
    tests: READINGS,
  },
  {
    name: 'a machine that reads no replies is asked to',
    file: 'server/functions/agent-protocol/work.sql',
    edits: [["and (kind <> 'replies' or a.reads_replies)", '']],
    tests: READINGS,
  },
  {
    name: 'replies are read by themselves of a profile that sends soon',
    file: CHOOSE,
    edits: [['if (!profile.campaigns.some((id) => judges.get(id)?.(profile))) found.set', 'found.set']],
    tests: DUE,
  },
  {
    name: 'a reading begins where the last one ended, and misses what sites sort in late',
    file: 'server/src/features/replies/read-since-queries.ts',
    edits: [["replies_read_at - interval '1 day'", 'replies_read_at']],
    tests: READINGS,
  },
  {
    name: 'a forgotten text stays in the log of its campaign',
    file: 'server/src/features/replies/forget-queries.ts',
    edits: [["set message = '' from old", 'set message = l.message from old']],
    tests: ['server/src/features/replies/forget-texts.test.ts'],
  },
  {
    name: 'a common word asks for a stop wherever it stands',
    file: 'contract/src/stop-words/judge-stop.ts',
    edits: [["strength === 'clear' ||", "strength !== 'common' ||"]],
    tests: ['contract/src/stop-words/judge-stop.test.ts'],
  },
  {
    name: 'the mark of read replies goes back',
    file: 'server/src/features/replies/reading-queries.ts',
    edits: [['greatest(replies_read_at, least(', 'coalesce(least(']],
    tests: ['server/src/features/replies/readings.test.ts'],
  },
];
