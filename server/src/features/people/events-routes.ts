import type { PersonEvent, personEventCalls } from '@pigeonpost/contract/calls/person-events';
import { PROOF_EVENTS_MAX } from '@pigeonpost/contract/limits';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { readShortHash } from '../erasures/erased-names.ts';
import { listPersonSources } from '../sources/queries.ts';
import { listPersonEvents, listPersonLines } from './events-queries.ts';
import { refuseNobody } from './person.ts';

/** What happened to a person, and the proof of it (docs/behaviour.md#what-happened-to-a-person). */
export function personEventRoutes({ clock, secrets }: Deps): Routes<typeof personEventCalls> {
  return {
    'GET /api/people/{name}/events': async ({ tx, caller, params, query }) => {
      const person = await findPerson(tx, caller.user.id, params.name);
      return listPersonEvents(tx, { ...person, ...query });
    },

    'GET /api/people/{name}/proof': async ({ tx, caller, params }) => {
      const person = await findPerson(tx, caller.user.id, params.name);
      const { events, next } = await listPersonEvents(tx, { ...person, limit: PROOF_EVENTS_MAX });
      return {
        proof: {
          recipient: person.name,
          made_at: clock.now().toISOString(),
          sources: await listPersonSources(tx, person),
          messages: only(events, 'message'),
          replies: only(events, 'reply'),
          do_not_contact: only(events, 'do_not_contact'),
          audit_log: await listPersonLines(tx, person),
          is_cut: next !== null,
        },
      };
    },
  };

  /** 404 for somebody of whom nothing is known. */
  async function findPerson(tx: Tx, user_id: number, typed: string) {
    const key = { user_id, name: normalizeRecipient(typed) };
    await refuseNobody(tx, { ...key, now: clock.now() });
    return { ...key, hash: await readShortHash(tx, secrets, key.name) };
  }
}

/** Those of one kind. */
function only<Kind extends PersonEvent['kind']>(events: readonly PersonEvent[], kind: Kind) {
  return events.filter((event): event is Extract<PersonEvent, { kind: Kind }> => event.kind === kind);
}
