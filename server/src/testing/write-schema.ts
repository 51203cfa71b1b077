import { writeFile } from 'node:fs/promises';
import { drawSchema, SCHEMA_FILE } from './schema-picture.ts';
import { createTestDatabase } from './test-database.ts';

// Writes server/schema.sql. Run it after adding a migration.
const database = await createTestDatabase();
await writeFile(SCHEMA_FILE, await drawSchema(database.pool));
await database.drop();
