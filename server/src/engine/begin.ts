import type { BeginRefusal } from '@pigeonpost/contract/agent';
import type { Deps } from '../deps.ts';
import { askEngine } from './ask-engine.ts';

interface BeginCall {
  user_id: number;
  token: string;
}

type BeginVerdict = 'granted' | BeginRefusal;

/**
 * Grants sending, or says why not, for each call in order (docs/engine.md#begin). A token may occur once in a
 * batch.
 */
export async function beginDeliveries(deps: Deps, calls: BeginCall[]): Promise<BeginVerdict[]> {
  return askEngine(deps, 'begin_deliveries', [
    calls.map(({ user_id }) => user_id),
    calls.map(({ token }) => token),
  ]);
}
