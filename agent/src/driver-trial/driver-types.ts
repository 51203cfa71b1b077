import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const IMPORTS = /^(\/\/\/ <reference .*|import .* from '[^']+';)\n/gm;
/** The protocols below puppeteer. */
const PROTOCOL_TYPES = /\b(Protocol|Session)(\.\w+)+/g;
/** Parts of puppeteer that no driver uses, with types that would need other packages. */
const WITHOUT_PACKAGES = `import type { ParseSelector } from './query-selector.d.ts';
type ChildProcess = unknown;
type Protocol = unknown;
type Session = unknown;
type Buffer = Uint8Array<ArrayBuffer>;
declare class PassThrough {}
declare namespace ProtocolMapping {
  type Events = Record<string, any[]>;
  type Commands = Record<string, any>;
}
`;

/**
 * The types of a driver, by the names of their files: they need each other alone, so that they resolve in a folder
 * without packages.
 */
export function readDriverTypes(): Record<string, string> {
  const driver = read(join(import.meta.dirname, '../drivers/driver.ts'));
  const puppeteer = read(resolve('puppeteer-core/lib/types.d.ts'));
  return {
    'pigeonpost-driver.d.ts': driver.replaceAll("'puppeteer-core'", "'./puppeteer-core.d.ts'"),
    'puppeteer-core.d.ts': `${puppeteer.replace(IMPORTS, '').replace(PROTOCOL_TYPES, 'any')}${WITHOUT_PACKAGES}`,
    'query-selector.d.ts': `/*\n${read(resolve('typed-query-selector/LICENSE'))}*/\n${read(resolve('typed-query-selector/parser.d.ts'))}`,
  };
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
