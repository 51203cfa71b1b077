import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readApiDocument } from '@pigeonpost/server/testing/api-document';
import { ROOT } from '../run-step.ts';
import { RELEASED, withoutTexts } from './released.ts';

// `npm run api:keep`: what programs may build on from this release on.
await writeFile(join(ROOT, RELEASED), `${JSON.stringify(withoutTexts(readApiDocument()), null, 1)}\n`);
process.stdout.write(`${RELEASED} has the API of this version. Commit it with the release.\n`);
