import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource } from './source-files.ts';
import { withContents } from './write-contents.ts';

test('the table at the beginning of docs/behaviour.md is made of its headings', () => {
  const page = readSource('docs/behaviour.md');
  assert.equal(page, withContents(page), 'Run: node checks/write-contents.ts');
});

test('the table has a row for each part, and a link for each section', () => {
  const below = '\n## Birds\n\n### One form of a name\n\n1. A rule.\n\n### E-mail\n\n## Lofts\n\n### Nests\n';
  const table = (...rows: string[]) => `# Rules\n\n| about | sections |\n|---|---|\n${rows.join('')}`;
  assert.equal(
    withContents(table('| Birds | old |\n') + below),
    table(
      '| Birds | [One form of a name](#one-form-of-a-name), [E-mail](#e-mail) |\n',
      '| Lofts | [Nests](#nests) |\n',
    ) + below,
  );
});
