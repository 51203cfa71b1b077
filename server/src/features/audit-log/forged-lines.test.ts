import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { asActor } from '../../database/actor.ts';
import type { Tx } from '../../database/transaction.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { verifyAuditLog } from './verify.ts';

// The possible effects of injected SQL, as each role of the server.

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const ida = await app.signUp({ role: 'admin' });
  const marta = await app.signUp();
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Kiln' } });
  const { template } = await marta.call('POST /api/templates', { body: { name: 'Hello', content: 'Hi' } });
  const { deps } = app;
  const actor = { user_id: marta.id, username: marta.username, address: '10.0.0.7', at: app.clock.now() };
  const inCall = <T>(work: (tx: Tx) => Promise<T>) => asActor(actor, () => deps.asUser(marta.id, work));
  const asRole = {
    pigeonpost_user: inCall,
    pigeonpost_system: <T>(work: (tx: Tx) => Promise<T>) => asActor(actor, () => deps.asSystem('test', work)),
    pigeonpost_token: <T>(work: (tx: Tx) => Promise<T>) =>
      asActor(actor, () => deps.asSystem('token check', work)),
  };
  /** All lines, as the owner of the database reads them. */
  const lines = async () =>
    (await app.database.pool.query('select * from audit_log order by user_id, id')).rows as Line[];
  const added = async (work: () => Promise<unknown>) => {
    const before = await lines();
    await work();
    const after = await lines();
    const known = new Set(before.map(keyOf));
    assert.deepEqual(
      after.filter((line) => known.has(keyOf(line))),
      before,
    );
    assert.deepEqual((await verifyAuditLog(app.database.pool)).errors, []);
    return after
      .filter((line) => !known.has(keyOf(line)))
      .map(({ actor_name, kind, action, subject_name }) => [actor_name, kind, action, subject_name]);
  };
  return { app, ida, marta, list, template, asRole, inCall, added };
}

interface Line {
  user_id: number;
  id: number;
  actor_name: string | null;
  kind: string;
  action: string;
  subject_name: string | null;
}
const keyOf = ({ user_id, id }: Line) => `${user_id} ${id}`;

test('no role of the server adds, changes or removes a line, or its sources', async (t) => {
  const { app, marta, asRole, added } = await start(t);
  const line = `${marta.id}, 99, null, 'root', 'list', 'created', null, null, null, null, null, now(), ''`;
  const attempts = [
    `insert into audit_log values (${line})`,
    `update audit_log set actor_name = 'root'`,
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_heads',
    `insert into audit_heads values (999, 1, '')`,
    'update audit_heads set id = id - 1',
    `select audit_append(${marta.id}, 'list', 'created', 1, 'x', null, null)`,
    `select audit_row('list', 'created', '{"user_id": ${marta.id}, "name": "x"}', 'name', null, null)`,
    `select audit_note('{"user_id": ${marta.id}, "kind": "list"}', '')`,
    `select audit_mac('x')`,
    'select inner_pad from audit_key',
    `update audit_key set inner_pad = '', outer_pad = ''`,
    'delete from audit_key',
    ...['audit_change', 'audit_user', 'audit_names', 'audit_token'].map(
      (name) =>
        `create trigger forged after insert on mine for each row execute function ${name}('list', 'name', 'name')`,
    ),
    'alter table lists disable trigger audited',
    'alter table audit_log disable trigger kept',
    'drop trigger audited on lists',
    'set local session_replication_role = replica',
    `create or replace function audit_actor() returns jsonb language sql return '{}'::jsonb`,
    `create function public.audit_append(text) returns void language sql as 'select'`,
  ];
  for (const [role, run] of Object.entries(asRole))
    for (const attempt of attempts) {
      const told = await added(() =>
        assert.rejects(
          run(async (tx) => {
            await tx.query(
              'create temporary table mine (user_id bigint, id bigint, name text) on commit drop',
            );
            await tx.query(attempt);
          }),
          /permission denied|must be owner|Only the server adds/,
          `${role}: ${attempt}`,
        ),
      );
      assert.deepEqual(told, [], `${role}: ${attempt}`);
    }
  const { rows } = await app.database.pool.query(
    `select proname as name from pg_proc join unnest(array['pigeonpost_user', 'pigeonpost_system', 'pigeonpost_token']) role
       on has_function_privilege(role, pg_proc.oid, 'execute')
     where prosecdef and pronamespace <> 'pg_catalog'::regnamespace group by proname order by proname`,
  );
  // The second keeps a sealed key once, the last only reads.
  assert.deepEqual(rows, [{ name: 'audit_note' }, { name: 'kept_name_key' }, { name: 'server_address' }]);
});

test('a change is logged, whatever settings its transaction has', async (t) => {
  const { marta, list, asRole, added } = await start(t);
  const rename = `update lists set name = name || '!' where user_id = ${marta.id} and id = ${list.id}`;
  for (const run of [asRole.pigeonpost_user, asRole.pigeonpost_system])
    for (const setting of ['app.restoring', 'app.audit', 'app.skip'])
      assert.equal(
        (
          await added(() =>
            run(async (tx) => {
              await tx.query(`select set_config('${setting}', 'on', true)`);
              await tx.query(rename);
            }),
          )
        ).length,
        1,
        setting,
      );
});

test("no change can be made in another actor's name, or without one", async (t) => {
  const { ida, marta, list, asRole, added } = await start(t);
  const rename = `update lists set name = 'Kiln' || random() where user_id = ${marta.id} and id = ${list.id}`;
  const forged = JSON.stringify({
    user_id: ida.id,
    username: ida.username,
    address: '127.0.0.1',
    at: new Date(0),
  });
  const settings = [
    `set_config('app.actor', '${forged}', true)`,
    `set_config('app.actor', '', true)`,
    `set_config('app.actor', '{}', true)`,
    `set_config('app.actor', '', true), set_config('app.actor_proof', '', true)`,
    `set_config('app.actor_proof', 'zz', true)`,
    `set_config('app.actor', '${forged}', true), set_config('app.actor_proof', encode(sha256('${forged}'), 'hex'), true)`,
  ];
  for (const [role, run] of Object.entries(asRole).slice(0, 2))
    for (const setting of settings) {
      const told = await added(() =>
        run(async (tx) => {
          await tx.query(`select ${setting}`);
          await tx.query(rename);
        }),
      );
      assert.deepEqual(
        told.map(([name, kind, action]) => [name, kind, action]),
        [['(unknown)', 'list', 'changed']],
        `${role}: ${setting}`,
      );
    }
});

test("a user's transaction with another user's id names its caller nowhere else", async (t) => {
  const { app, ida, inCall, added } = await start(t);
  const told = await added(() =>
    inCall(async (tx) => {
      await tx.query(`select set_config('app.user_id', '${ida.id}', true)`);
      await tx.query(`insert into lists (user_id, name, created_at) values (${ida.id}, 'Forged', now())`);
    }),
  );
  assert.deepEqual(told, [['(unknown)', 'list', 'created', 'Forged']]);
  // The proof of one role is not valid for another, nor is that of one user's transaction for another's.
  const [{ actor, proof }] = (
    await inCall((tx) =>
      tx.query(`select current_setting('app.actor') as actor, current_setting('app.actor_proof') as proof`),
    )
  ).rows;
  for (const run of [
    (work: (tx: Tx) => Promise<unknown>) => app.deps.asUser(ida.id, work),
    (work: (tx: Tx) => Promise<unknown>) => app.deps.asSystem('test', work),
  ]) {
    const replayed = await added(() =>
      run(async (tx) => {
        const values = [actor, proof];
        await tx.query(
          `select set_config('app.actor', $1, true), set_config('app.actor_proof', $2, true)`,
          values,
        );
        await tx.query(`insert into lists (user_id, name, created_at) values (${ida.id}, 'Replayed', now())`);
      }),
    );
    assert.deepEqual(replayed, [['(unknown)', 'list', 'created', 'Replayed']]);
  }
});

test('a row that is deleted without its mark, restored or given to another user is logged', async (t) => {
  const { app, ida, marta, list, template, asRole, added } = await start(t);
  const key = `user_id = ${marta.id} and id = ${list.id}`;
  const machine = await enrolMachine(app, marta);
  const { agent_id } = machine;
  const { pigeonpost_system: system, pigeonpost_user: user } = asRole;
  const name = marta.username;
  const cases: [typeof user, string, unknown[][]][] = [
    [user, `update lists set deleted_at = now() where ${key}`, [[name, 'list', 'deleted', 'Kiln']]],
    [user, `update lists set deleted_at = null where ${key}`, [[name, 'list', 'created', 'Kiln']]],
    [
      system,
      `update lists set user_id = ${ida.id} where ${key}`,
      [
        [name, 'list', 'created', 'Kiln'],
        [name, 'list', 'deleted', 'Kiln'],
      ],
    ],
    [system, `delete from lists where id = ${list.id}`, [[name, 'list', 'deleted', 'Kiln']]],
    [user, `delete from templates where id = ${template.id}`, [[name, 'template', 'deleted', 'Hello']]],
    [user, `delete from settings where user_id = ${marta.id}`, [[name, 'settings', 'deleted', null]]],
    [
      user,
      `insert into sessions (user_id, kind, agent_id, token_hash, created_at, last_used_at)
       values (${marta.id}, 'agent', ${agent_id}, '\\x01', now(), now())`,
      [[name, 'agent', 'created', 'studio']],
    ],
    [
      user,
      `update sessions set token_hash = '\\x02' where token_hash = '\\x01'`,
      [[name, 'session', 'changed', null]],
    ],
    [user, `update agents set machine_name = 'x' where id = ${agent_id}`, [[name, 'agent', 'changed', 'x']]],
    [user, `delete from agents where id = ${agent_id}`, [[name, 'agent', 'deleted', 'x']]],
  ];
  for (const [run, statement, told] of cases)
    assert.deepEqual(await added(() => run((tx) => tx.query(statement))), told, statement);
});

test('a signed line is not valid in another transaction, nor as another line', async (t) => {
  const { app, marta, list, inCall, added } = await start(t);
  const line = {
    user_id: marta.id,
    kind: 'recipients',
    subject_id: list.id,
    subject_name: 'Kiln',
    after: {},
  };
  let signed: unknown[] = [];
  const note = (tx: Tx) => {
    const query = (text: string, values?: unknown[]) => {
      signed = values ?? signed;
      return tx.query(text, values);
    };
    return app.deps.noteInAuditLog({ query } as unknown as Tx, line);
  };
  assert.deepEqual(await added(() => inCall(note)), [[marta.username, 'recipients', 'changed', 'Kiln']]);
  const repeat = (values: unknown[]) => (tx: Tx) => tx.query('select audit_note($1, $2)', values);
  await assert.rejects(inCall(repeat(signed)), /Only the server adds/);
  await assert.rejects(
    inCall(async (tx) => {
      await note(tx);
      await repeat([JSON.stringify({ ...line, subject_name: 'Glaze' }), signed[1]])(tx);
    }),
    /Only the server adds/,
  );
});
