/**
 * A module to load before a server's program, so that it is of another version: its functions have another text, and so
 * another schema (docs/decisions/0013-functions-in-the-database.md).
 */
export const otherVersion = (name: string) =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...rest) =>
    String(path).endsWith('rules.sql') ? read(path, ...rest) + '-- ${name}\\n' : read(path, ...rest);
  syncBuiltinESMExports();`)}`;
