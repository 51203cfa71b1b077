import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { formatBytes, LEAST_FREE_BYTES, readFreeBytes } from './free-space.ts';

/** After a refused write, others may succeed for a while: the disk counts as full for this long. */
const FULL_FOR_MS = 60_000;

/** Tells the log once that the disk has little room or none, and once that it has room again (docs/operating.md#what-to-watch). */
export interface DiskWatch {
  /** Looks at the free space; without a PostgreSQL of its own the server does not know the disk. */
  look(): Promise<void>;
  /** The free bytes that were found last; undefined: not known. */
  free(): number | undefined;
  /** The free bytes, if they are too few. */
  tooFew(): number | undefined;
  /** PostgreSQL refused a write, because its disk is full. */
  noteFull(): void;
  /** Something was written. */
  noteWritten(): void;
}

interface Options {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
  readFree?: typeof readFreeBytes;
}

/** One for a process. */
export function createDiskWatch({ config, clock, log, readFree = readFreeBytes }: Options): DiskWatch {
  const { dataDir, databaseUrl } = config;
  let free: number | undefined;
  let fullSince: number | undefined;
  const tooFew = () => (free !== undefined && free < LEAST_FREE_BYTES ? free : undefined);
  return {
    async look() {
      if (databaseUrl !== undefined) return;
      const wasLow = tooFew() !== undefined;
      free = await readFree(dataDir);
      const isLow = tooFew() !== undefined;
      if (isLow === wasLow) return;
      const words = `${formatBytes(free)} free at ${dataDir}`;
      if (isLow)
        log.warn(
          `The disk of the data is almost full: ${words}. Make room: a database that cannot write stops everything that is sent.`,
        );
      else log.info(`The disk of the data has room again: ${words}.`);
    },
    free: () => free,
    tooFew,
    noteFull() {
      if (fullSince === undefined)
        log.error('The disk of the database is full. Make room on it: until then nothing can be changed.');
      fullSince = clock.now().getTime();
    },
    noteWritten() {
      if (fullSince === undefined || clock.now().getTime() < fullSince + FULL_FOR_MS) return;
      fullSince = undefined;
      log.info('The disk of the database takes changes again.');
    },
  };
}
