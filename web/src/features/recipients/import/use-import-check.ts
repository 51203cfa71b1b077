import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import { useEffect, useState } from 'react';
import { logError } from '../../../log.ts';
import { checkImport } from '../api.ts';

const TYPING_PAUSE_MS = 500;

/** Names of an import that the list holds already, and those on do-not-contact. */
export type Known = Pick<BulkReport, 'already_there' | 'blocked' | 'blocked_lines'>;

/** Asks the server which names of an import's body it would leave out; undefined until it has answered. */
export function useImportCheck(body: Blob | undefined): Known | undefined {
  const [answer, setAnswer] = useState<{ body: Blob; known: Known }>();
  useEffect(() => {
    if (!body) return;
    const aborting = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setAnswer({ body, known: await checkImport(body, aborting.signal) });
      } catch (error) {
        // The import itself decides; its report has the same figures.
        if (!aborting.signal.aborted) logError('The check of the import failed', error);
      }
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [body]);
  return answer?.body === body ? answer?.known : undefined;
}
