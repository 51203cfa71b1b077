import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRecordProblems, listReplaced, type Records } from './decisions.ts';
import { listSources, readSource } from './source-files.ts';

const FOLDER = 'docs/decisions/';
/** They tell what was, and name decisions of that time. */
const HISTORIES = ['bench/HISTORY.md', 'CHANGELOG.md'];

const records: Records = new Map(
  listSources(/^docs\/decisions\//).map((path) => [path.slice(FOLDER.length), readSource(path)]),
);

test('the decisions have one form, no number is missing, and each replaced one names the one that replaced it', () => {
  assert.deepEqual(findRecordProblems(records), []);
});

test('what is replaced as a whole is no reason for anything that is there', () => {
  const replaced = listReplaced(records);
  assert.ok(replaced.length > 0);
  const citing = listSources(/\.(tsx?|mjs|sql|css|md)$/)
    .filter((path) => !path.startsWith(FOLDER) && !HISTORIES.includes(path))
    .flatMap((path) => {
      const text = readSource(path);
      return replaced.filter((name) => text.includes(`decisions/${name}`)).map((name) => `${path}: ${name}`);
    });
  assert.deepEqual(citing, []);
});

const record = (heading: string, head = '') =>
  `# ${heading}\n\n${head}**Context.** a\n\n**Decision.** b\n\n**Consequences.** c\n`;
const problemsOf = (...texts: string[]) =>
  findRecordProblems(new Map(texts.map((text, index) => [`000${index + 1}-title`, text])));

test('the check finds a heading in another form, other parts and a missing or doubled number', () => {
  assert.deepEqual(problemsOf(record('0001 Title')), []);
  for (const heading of ['0001: Title', '0001. Title', '0002 Title', '0001 Title.', 'Title'])
    assert.match(problemsOf(record(heading)).join(), /its first line is not '# 0001 Title'/, heading);
  assert.match(problemsOf('# 0001 Title\n\n**Question.** a\n').join(), /has not Context, Decision/);
  assert.match(problemsOf(`${record('0001 Title')}\n## Why\n`).join(), /headings besides the first/);
  assert.deepEqual(
    findRecordProblems(
      new Map([
        ['0001-first', record('0001 One')],
        ['0001-again', record('0001 Two')],
        ['0003-third', record('0003 Three')],
      ]),
    ),
    ['0001: There are several.', '0002: There is none.'],
  );
});

test('the check finds a replaced decision that does not say so, or in other words or another place', () => {
  const replaces = record('0002 Title', 'Replaces [0001](…).\n\n');
  const replaced = (words: string) => record('0001 Title', `${words}\n\n`);
  assert.deepEqual(problemsOf(replaced('Replaced by [0002](…): c.'), replaces), []);
  assert.deepEqual(problemsOf(record('0001 Title'), replaces), [
    "0001: It does not say 'Replaced by 0002' below its heading.",
  ]);
  assert.deepEqual(problemsOf(replaced('Replaced by [0002](…).'), record('0002 Title')), [
    "0002: It does not say 'Replaces 0001' below its heading.",
  ]);
  assert.match(problemsOf(replaced('Replaced in part by [0002](…).'), replaces).join(), /does not say/);
  assert.match(problemsOf(replaced('Superseded by [0002](…).'), replaces).join(), /in other words/);
  assert.match(problemsOf(replaced('A note.'), record('0002 Title')).join(), /there is more than/);
  assert.match(
    problemsOf(replaced('Replaces [0002](…).'), record('0002 Title')).join(),
    /replaces a later decision/,
  );
});
