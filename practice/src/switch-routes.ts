import type { Site } from './site.ts';
import { type Answering, BLOCK_STAGES, type BlockStage, type Latency } from './switches.ts';

const NATURAL = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string', minLength: 1 };
const LATENCY_BODY = object(
  {
    open_ms: NATURAL,
    unread_ms: NATURAL,
    before_record_ms: NATURAL,
    after_record_ms: NATURAL,
  },
  [],
);
const BLOCK_BODY = object({ at: { enum: BLOCK_STAGES } });
const ANSWERING_BODY = object({ one_in: NATURAL, after_ms: NATURAL, stop_one_in: NATURAL }, [
  'one_in',
  'after_ms',
]);
const UNREAD_BODY = object({ count: { type: 'integer', minimum: 0, maximum: 500 } });
const INCOMING_BODY = object({ account: TEXT, person: TEXT, text: TEXT });

type ByName = { Params: { name: string } };

/**
 * The switches of tests and the demo: unknown people, blocked and signed-out accounts, delays, incoming messages; and
 * `GET /record`, every message that arrived.
 */
export function addSwitchRoutes(site: Site): void {
  const { app, store } = site;
  app.get('/record', async () => store.record.all());
  app.get('/switches', async () => store.switches.state);
  for (const list of ['unknown', 'unknown_when_sending', 'signed_out'] as const) addNameSwitch(site, list);
  addBlockSwitch(site);
  addLatencySwitch(site);
  addIncomingSwitches(site);
}

type NameList = 'unknown' | 'unknown_when_sending' | 'signed_out';

function addNameSwitch({ app, store }: Site, list: NameList): void {
  app.put<ByName>(`/switches/${list}/:name`, ({ params }) =>
    store.switches.change((state) => {
      state[list] = [...new Set([...state[list], params.name.toLowerCase()])];
    }),
  );
  app.delete<ByName>(`/switches/${list}/:name`, ({ params }) =>
    store.switches.change((state) => {
      state[list] = state[list].filter((name) => name !== params.name.toLowerCase());
    }),
  );
}

function addBlockSwitch({ app, store }: Site): void {
  app.put<ByName & { Body: { at: BlockStage } }>(
    '/switches/blocked/:name',
    { schema: { body: BLOCK_BODY } },
    ({ params, body }) =>
      store.switches.change((state) => {
        state.blocked[params.name.toLowerCase()] = body.at;
      }),
  );
  app.delete<ByName>('/switches/blocked/:name', ({ params }) =>
    store.switches.change((state) => {
      delete state.blocked[params.name.toLowerCase()];
    }),
  );
}

function addLatencySwitch({ app, store }: Site): void {
  app.put<{ Body: Partial<Latency> }>('/switches/latency', { schema: { body: LATENCY_BODY } }, ({ body }) =>
    store.switches.change((state) => void Object.assign(state.latency, body)),
  );
}

function addIncomingSwitches({ app, store, clock }: Site): void {
  function incoming(account: string, person: string, text: string) {
    return { at: clock.now().toISOString(), account: account.toLowerCase(), person, text, seen: false };
  }

  app.put<ByName & { Body: { count: number } }>(
    '/switches/unread/:name',
    { schema: { body: UNREAD_BODY } },
    ({ params, body }) =>
      store.switches.change((state) => {
        for (const message of state.incoming) {
          message.seen ||= message.account === params.name.toLowerCase();
        }
        for (let number = 1; number <= body.count; number += 1) {
          state.incoming.push(incoming(params.name, `friend.${number}`, 'Hello there'));
        }
      }),
  );

  app.put<{ Body: Partial<Answering> }>(
    '/switches/answering',
    { schema: { body: ANSWERING_BODY } },
    ({ body }) => store.switches.change((state) => void Object.assign(state.answering, body)),
  );

  app.post<{ Body: { account: string; person: string; text: string } }>(
    '/switches/incoming',
    { schema: { body: INCOMING_BODY } },
    ({ body }) =>
      store.switches.change(
        (state) => void state.incoming.push(incoming(body.account, body.person.toLowerCase(), body.text)),
      ),
  );
}

function object(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', required, additionalProperties: false, properties };
}
