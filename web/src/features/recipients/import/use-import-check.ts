import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { logError } from '../../../log.ts';
import { doNotContactCountQuery } from '../../do-not-contact/api.ts';
import { listQuery } from '../../lists/api.ts';
import { checkImport } from './api.ts';

const TYPING_PAUSE_MS = 500;
const NONE = { already_there: 0, blocked: 0 };

/** Names of an import that the list holds already, and those on do-not-contact. */
export type Known = Pick<BulkReport, 'already_there' | 'blocked' | 'blocked_lines'>;

/**
 * Asks the server which names of an import's body it would leave out; undefined until it has answered. An empty list
 * without do-not-contact leaves out none, so the body goes up once, with the import.
 */
export function useImportCheck(list_id: number, body: Blob | undefined): Known | undefined {
  const { data: list } = useQuery(listQuery(list_id));
  const { data: blocked } = useQuery(doNotContactCountQuery);
  const leavesOutNone = list?.recipient_count === 0 && blocked === 0;
  const [answer, setAnswer] = useState<{ body: Blob; known: Known }>();
  useEffect(() => {
    if (!body || leavesOutNone) return;
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
  }, [body, leavesOutNone]);
  if (leavesOutNone) return NONE;
  return answer?.body === body ? answer?.known : undefined;
}
