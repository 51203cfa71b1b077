import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headingsOf } from './links.ts';

const PAGE = join(import.meta.dirname, '../docs/behaviour.md');
const TABLE = /^\| about \| sections \|\n(?:\|.*\n)+/m;

/** A page with the table at its beginning made of its headings: a row for each part, a link for each section. */
export function withContents(page: string): string {
  const rows = page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [about] = part.split('\n');
      const links = [...part.matchAll(/^### (.+)$/gm)].map(
        ([heading, title]) => `[${title}](#${[...headingsOf(heading)][0]})`,
      );
      return `| ${about} | ${links.join(', ')} |\n`;
    });
  return page.replace(TABLE, `| about | sections |\n|---|---|\n${rows.join('')}`);
}

// Run after adding a section: node checks/write-contents.ts
if (import.meta.main) await writeFile(PAGE, withContents(await readFile(PAGE, 'utf8')));
