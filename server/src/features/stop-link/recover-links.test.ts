import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createWorld, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { backUp, restored, signInAgain } from '../../testing/restored.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testConfig } from '../../testing/test-config.ts';

const CONFIG = { publicUrl: 'https://news.fjord.example' };

interface Lost {
  world: World;
  file: string;
  list: number;
  /** Sends a message to the next person, and gives the code of its link. */
  send(): Promise<string>;
}

/** A server of which a backup is taken before anybody is written to. */
async function startLost(t: TestContext, names: string[]): Promise<Lost> {
  const world = await createWorld(await startTestApp(t, CONFIG));
  await world.user.call('PUT /api/settings/people', { body: { sender_name: 'Fjord' } });
  const list = await world.list(names);
  const file = await backUp(t, world.app);
  const send = async () => {
    const sent = await world.sending();
    await world.result(sent, { outcome: 'sent' });
    world.turn(PACE_SECONDS);
    return sent.message.slice(-12);
  };
  return { world, file, list, send };
}

async function startSending(world: World, list: number): Promise<void> {
  await world.start(
    await world.campaign({ content: 'Stop: {optout}', list, profiles: [await world.profile('one')] }),
  );
}

async function statusOf({ url }: TestApp, code: string, body?: string): Promise<number> {
  const asked = body === undefined ? {} : { method: 'POST', body: new URLSearchParams({ do: body }) };
  return (await fetch(`${url}/o/${code}`, asked)).status;
}

test('a stop link of a message after the backup works on the restored copy, and stops', async (t) => {
  const { world, file, list, send } = await startLost(t, ['lena', 'bo']);
  await world.user.call('POST /api/recipients', { body: { list_id: list, recipient: 'late' } });
  await startSending(world, list);
  const codes = [await send(), await send(), await send()];
  const [ofLena = '', ofBo = '', ofLate = ''] = codes;
  const copy = await restored(t, world.app, file);
  const { call } = await signInAgain(copy, world.user);
  assert.equal(await statusOf(copy, ofLena), 200);
  assert.equal(await statusOf(copy, ofLena, 'stop'), 200);
  const { do_not_contact } = await call('GET /api/do-not-contact', { query: {} });
  assert.deepEqual(
    do_not_contact.map(({ recipient, how }) => [recipient, how]),
    [['lena', 'link']],
  );
  // Whom the copy does not know is found as soon as an owner names them again.
  assert.equal(await statusOf(copy, ofLate), 404);
  await call('POST /api/recipients', { body: { list_id: list, recipient: 'late' } });
  assert.equal(await statusOf(copy, ofLate), 200);
  // Erasing takes these links too, for good.
  await call('POST /api/people/{name}/erase', { params: { name: 'bo' }, body: { confirm: 'bo' } });
  assert.equal(await statusOf(copy, ofBo), 404);
  const { rows } = await copy.database.pool.query(
    'select distinct recipient from recovered_links order by 1',
  );
  assert.deepEqual(rows, [{ recipient: 'late' }, { recipient: 'lena' }]);
});

test('a person keeps the code of before, and a new one follows from the key, the user and the name', async (t) => {
  const { world, list, send } = await startLost(t, ['lena', 'bo']);
  await world.app.database.pool.query(
    `insert into opt_out_links (code, user_id, recipient, created_at) values ('0123456789AB', $1, 'lena', now())`,
    [world.user.id],
  );
  await startSending(world, list);
  assert.equal(await send(), '0123456789AB');
  const key = createHmac('sha256', testConfig.secretKey ?? '')
    .update('stop links')
    .digest();
  const hash = createHmac('sha256', key).update(`${world.user.id}:bo`).digest('hex');
  assert.equal(await send(), codeOf(BigInt(`0x${hash.slice(0, 15)}`)));
});

function codeOf(bits: bigint): string {
  const digits = Array.from({ length: 12 }, (_, place) => Number((bits >> BigInt(5 * place)) & 31n));
  return digits.map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[digit]).join('');
}

test('the link works after a change of the key as long as the key of before is there', async (t) => {
  const { world, file, list, send } = await startLost(t, ['lena']);
  await startSending(world, list);
  const code = await send();
  const keyed = (secretKey: Buffer, previousSecretKey?: Buffer): TestApp => ({
    ...world.app,
    deps: { ...world.app.deps, config: { ...world.app.deps.config, secretKey, previousSecretKey } },
  });
  const [old, other] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  assert.equal(await statusOf(await restored(t, keyed(other, old), file), code), 200);
  assert.equal(await statusOf(await restored(t, keyed(other), file), code), 404);
});
