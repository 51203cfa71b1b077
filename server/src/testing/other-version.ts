/**
 * What a server loads before its program to be one of another version: its functions have another text, and with it a
 * schema of their own (docs/decisions/0013-functions-in-the-database.md).
 */
export const otherVersion = (name: string) =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...rest) =>
    String(path).endsWith('rules.sql') ? read(path, ...rest) + '-- ${name}\\n' : read(path, ...rest);
  syncBuiltinESMExports();`)}`;
