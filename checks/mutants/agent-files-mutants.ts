import type { Mutant } from './mutant.ts';

const JOURNAL = ['agent/src/storage/journal.test.ts'];
const SYNCED = ['agent/src/storage/synced.test.ts'];
const FILES = ['agent/src/storage/durable-file.test.ts'];
const MANAGER = ['agent/src/firefox/profile-manager.test.ts'];
const BROWSER = ['agent/src/firefox/browser.test.ts'];
const LINES = 'agent/src/storage/durable-lines.ts';

/** How the agent keeps its journal, its folder, its token, and its browsers. */
export const AGENT_FILES_MUTANTS: readonly Mutant[] = [
  {
    name: 'lines of the journal are written beside each other',
    file: LINES,
    edits: [['append: (line) => inTurn(', 'append: (line) => ((step: () => Promise<void>) => step())(']],
    tests: SYNCED,
  },
  {
    name: 'a torn last line stays in the file',
    file: LINES,
    edits: [['      await truncate(path, start);\n', '']],
    tests: JOURNAL,
  },
  {
    name: 'a result that the disk did not take is never written',
    file: 'agent/src/storage/journal.ts',
    edits: [["if (line.line === 'outcome' || line.line === 'answered') owed.push(line);", '']],
    tests: JOURNAL,
  },
  {
    name: 'room on the disk writes no result that it did not take before',
    file: 'agent/src/storage/journal.ts',
    edits: [['      await payOwed();\n', '']],
    tests: JOURNAL,
  },
  {
    name: 'a damaged line in the middle of the journal is passed over with all behind it',
    file: LINES,
    edits: [['      if (end + 1 < bytes.length) throw damaged(path, lines.length + 1);\n', '']],
    tests: JOURNAL,
  },
  {
    name: 'a file is written in its place',
    file: 'agent/src/storage/durable-file.ts',
    edits: [
      [
        'writeWhole(temporary, { text, mode: modeOf(path) });\n    renameSync(temporary, path);',
        'writeWhole(path, { text, mode: modeOf(path) });\n    if (temporary === path) renameSync(temporary, path);',
      ],
    ],
    tests: FILES,
  },
  {
    name: 'two agents share a folder',
    file: 'agent/src/storage/agent-directory.ts',
    edits: [["    lock.exec('begin exclusive');\n", '']],
    tests: JOURNAL,
  },
  {
    name: 'a token is shown to a server that it is not from',
    file: 'agent/src/storage/agent-token.ts',
    edits: [
      [
        'stored?.url === url && isComplete(stored)',
        'stored?.url !== undefined && url !== undefined && isComplete(stored)',
      ],
    ],
    tests: ['agent/src/storage/agent-token.test.ts'],
  },
  {
    name: 'Firefox sends a request again when its connection breaks',
    file: 'agent/src/firefox/preferences.ts',
    edits: [['    value: 1,', '    value: 10,']],
    tests: BROWSER,
  },
  {
    name: "a setting that is there counts though the owner's later line undoes it",
    file: 'agent/src/firefox/preferences.ts',
    edits: [['lines.findLast(', 'lines.find(']],
    tests: BROWSER,
  },
  {
    name: 'a browser whose job failed is kept for the next one',
    file: 'agent/src/firefox/profile-manager.ts',
    edits: [
      [
        'await this.#browsers.close(path);\n      throw error;',
        'await this.#browsers.release(path);\n      throw error;',
      ],
    ],
    tests: MANAGER,
  },
  {
    name: 'a Firefox that hangs is waited for',
    file: 'agent/src/firefox/browser.ts',
    edits: [['!(await settlesWithin(clock, OPEN_TAB_LIMIT_MS, opening))', '!(await opening)']],
    tests: MANAGER,
  },
  {
    name: 'the folder of a new journal is not synced',
    file: LINES,
    edits: [['  syncFolder(dirname(path));\n', '']],
    tests: SYNCED,
  },
  {
    name: 'what was answered anew is dropped with the age of its first answer',
    file: 'agent/src/storage/journal.ts',
    edits: [['    else old.delete(token);\n', '']],
    tests: JOURNAL,
  },
  {
    name: 'a begin that was refused counts as a grant',
    file: 'agent/src/storage/known-grants.ts',
    edits: [["line.line === 'clicking' && asked", "line.line !== 'asked' && asked"]],
    tests: JOURNAL,
  },
  {
    name: 'lines of another server are told to this one',
    file: 'agent/src/storage/journal-lines.ts',
    edits: [['delivery.server_id === owner.server_id && ', '']],
    tests: JOURNAL,
  },
  {
    name: 'lines of another user are told to this one',
    file: 'agent/src/storage/journal-lines.ts',
    edits: [[' && delivery.user_id === owner.user_id', '']],
    tests: JOURNAL,
  },
];
