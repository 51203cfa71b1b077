import { writeFile } from 'node:fs/promises';
import { drawSchema, SCHEMA_FILE } from '../database/schema-picture.ts';
import { createTestDatabase } from './test-database.ts';

// The picture that server/schema.sql is: drawn anew after a migration was added.
const database = await createTestDatabase();
await writeFile(SCHEMA_FILE, await drawSchema(database.pool));
await database.drop();
