import { readFile, writeFile } from 'node:fs/promises';
import { COLUMN_VALUES_FILE, drawTables, TABLES_FILE } from './draw-tables.ts';
import { listMerged, MERGED_FILE } from './merged-migrations.ts';
import { drawSchema, SCHEMA_FILE } from './schema-picture.ts';
import { createTestDatabase } from './test-database.ts';

// Writes server/schema.sql, the tables' types that are made of it, and the list of merged migrations. Run it after
// adding a migration.
const database = await createTestDatabase();
const schema = await drawSchema(database.pool);
await writeFile(SCHEMA_FILE, schema);
await writeFile(TABLES_FILE, drawTables(schema, await readFile(COLUMN_VALUES_FILE, 'utf8')));
await writeFile(MERGED_FILE, await listMerged());
await database.drop();
