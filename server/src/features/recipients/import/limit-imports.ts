import { tooMany } from '../../../errors.ts';
import { ConcurrencyLimit } from '../../../http/concurrency-limit.ts';

// Each holds a connection for as long as it takes; most of them must be left for everything else.
const CONCURRENCY = 4;
const MAX_WAITING = 50;
const FULL = 'Many imports are running at this moment. Please try again in a minute.';

/** Lets four imports and checks of all users use the database at once; the others wait without a connection. */
export function limitImports(): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = new ConcurrencyLimit<'import'>({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING });
  return async (work) => {
    const release = await limit.acquire('import');
    if (!release) throw tooMany(FULL, 60);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
