import { tooMany } from '../../http/errors.ts';
import { Turns } from '../../http/turns.ts';

// Each holds a connection for as long as it takes; most of them must be left for everything else.
const AT_ONCE = 4;
const WAITING = 50;
const FULL = 'Many imports are running at this moment. Please try again in a minute.';

/** Lets four imports and checks of all users use the database at once; the others wait without a connection. */
export function createImportTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const turns = new Turns<'import'>({ atOnce: AT_ONCE, waiting: WAITING });
  return async (work) => {
    const end = await turns.take('import');
    if (!end) throw tooMany(FULL, 60);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
