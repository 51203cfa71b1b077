import type { Log } from '../log.ts';
import { type ConnectedDatabase, connectDatabase } from './connect.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrateDatabase } from './migrate.ts';

/**
 * The server's database, migrated: the one that DATABASE_URL names, or else a PostgreSQL of our own in
 * DATA_DIR, which `close` stops. StartError with what to do when neither can be had.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  now: Date;
  log: Log;
}): Promise<ConnectedDatabase> {
  const { databaseUrl, dataDir, now, log } = options;
  const own = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  try {
    const database = await connectDatabase({
      address: own?.address ?? { connectionString: databaseUrl },
      log,
    });
    const close = async () => {
      await database.close();
      await own?.stop();
    };
    try {
      const applied = await migrateDatabase({ pool: database.pool, now });
      if (applied.length > 0) log.info(`The database was brought to ${applied.at(-1)}.`);
      return { ...database, close };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await own?.stop();
    throw error;
  }
}
