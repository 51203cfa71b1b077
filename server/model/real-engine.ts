// Over 300 lines: the real server's action for each of the model's steps, in one closure over its ids.

import { NEVER_TWICE_MAX_DAYS } from '@pigeonpost/contract/account/settings';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError } from '@pigeonpost/contract/client';
import type pg from 'pg';
import { callWithin } from '../src/database/transactions.ts';
import { beginDeliveries } from '../src/engine/begin.ts';
import { recordReplies } from '../src/engine/record-replies.ts';
import { requeueDeletedCampaigns } from '../src/engine/requeue/requeue.ts';
import { startScheduled } from '../src/engine/start/schedule.ts';
import { sweepLeases } from '../src/engine/sweep.ts';
import { addNames, createWorld } from '../src/testing/engine-world.ts';
import type { TestApp } from '../src/testing/test-app.ts';
import type { Disaster, Recovery } from './disaster-model.ts';
import type { Pace, World } from './first-state.ts';
import type { OwnerStep } from './owner-steps.ts';
import { type readModel, TABLES } from './read-tables.ts';
import { endMoment, keepMoments } from './real-moments.ts';
import {
  endRealHalf,
  keepHour,
  passRealDay,
  passRealHour,
  readRealCounts,
  setRealCap,
  setRealLastMoment,
  startCounting,
  startSlowly,
  turnRealHours,
} from './real-pace.ts';
import { keepStarts, passStartMoment, readRealStarts } from './real-starts.ts';
import { createOrderKeeper, putTablesBack, type SavedTables, saveTables } from './real-tables.ts';
import type { ReplyStep } from './reply-model.ts';
import { at, type Writing } from './state.ts';
import type { Exchange } from './step.ts';

/** The real server on its database, which gets the model's steps. */
export interface RealEngine {
  /** Answers like the model, with tokens by the model's numbers. */
  ask(exchange: Exchange): Promise<unknown>;
  /** The content of its tables, in the model's terms. */
  read(): Promise<unknown>;
  /** Releases the locks of an unfinished import. */
  end(): Promise<void>;
}

const ANOTHER_SERVER = '00000000-0000-4000-8000-000000000001';

/** Longer than any time that the model calls later: the pace, a held recipient's 30 seconds, an open profile's 60. */
const WAIT_SECONDS = 61;
const PACE_SECONDS = 20;
const DAY_MS = 86_400_000;
/** Later than a start that is scheduled before it. */
const LAST_MOMENT_SECONDS = 7200;

interface RealOptions {
  /** Servers on one database, each of which is asked in turn. */
  servers: readonly TestApp[];
  model: World;
  random: () => number;
}

/** A list and campaigns as in the model's first state. */
export async function startRealEngine({ servers, model, random }: RealOptions): Promise<RealEngine> {
  const world = await createWorld(at([...servers], 0));
  const { app, user } = world;
  const { pool } = app.database;
  await pool.query(
    'update settings set delay_start = $1, delay_end = $1, max_retries = 1, never_twice_days = $2',
    [PACE_SECONDS, model.neverTwice ? NEVER_TWICE_MAX_DAYS : null],
  );
  const calls = servers.map((server) => ({
    deps: server.deps,
    user: server.client(user.token),
    agent: server.client(world.agent.token),
  }));
  /** The server that is asked next. */
  const server = () => at(calls, Math.floor(random() * calls.length));
  const list = await world.list(Array.from({ length: model.names }, (_, index) => `name${index}`));
  const names = await idsOf('select id from recipients order by position');
  /** The names of the persons, in order; and the person of each name. */
  const persons = names.map((_, index) => `name${index}`);
  const owners = [...persons];
  const city = await makeValues();
  const profiles: number[] = [];
  for (let index = 0; index < model.profiles; index += 1) profiles.push(await world.profile(`p${index}`));
  const campaigns: number[] = [];
  for (const [index, used] of model.campaigns.entries())
    campaigns.push(
      await world.campaign({
        list,
        profiles: used.map((profile) => at(profiles, profile)),
        name: `c${index}`,
        content: messageOf('{username}', model.withBlank?.includes(index) ? '{city}' : null),
      }),
    );
  const leftOut = model.leavesOut && (await leaveListOut(model.leavesOut));
  if (model.followUps) await setFollowUps(model.followUps, model.own ?? []);
  if (model.pace) await setPace(model.pace);
  for (const [index, canary] of (model.canaries ?? []).entries())
    await server().user('PUT /api/campaigns/{id}', {
      params: { id: at(campaigns, index) },
      body: { canary },
    });
  const tokens = new Map<number, string>();
  let importing: pg.PoolClient | undefined;
  const epochs = [app.deps.identity.epoch];
  const saved: { backup?: SavedTables; beforeClaim?: SavedTables } = {};
  /** By person, when they wrote, and what. */
  const wrote = new Map<number, { at: Date; says: Writing }>();
  if (model.hasReplies) await hearReplies();
  // A reply must be later than the starts before it, and earlier than those after it.
  const keepOrder = model.hasReplies ? tick : createOrderKeeper(pool, app.clock.now());
  await keepOrder();

  return { ask, read: () => readTables(), end: letLineGo };

  async function idsOf(query: string): Promise<number[]> {
    return (await pool.query<{ id: number }>(query)).rows.map(({ id }) => id);
  }

  /** The field of the blank, in which persons have their first values. */
  async function makeValues(): Promise<number | undefined> {
    if (!model.withBlank) return undefined;
    const { field } = await server().user('POST /api/fields', { body: { name: 'city' } });
    for (const [person, name] of persons.entries())
      if (!model.withoutValue?.includes(person)) await setValue(name, { field: field.id, value: 1 });
    return field.id;
  }

  /** The list that these campaigns leave out. */
  async function leaveListOut(leaving: number[]): Promise<number> {
    const out = await world.list([]);
    for (const index of leaving)
      await server().user('PUT /api/campaigns/{id}', {
        params: { id: at(campaigns, index) },
        body: { leave_out: { lists: [out] } },
      });
    return out;
  }

  async function putIntoList(person: string): Promise<unknown> {
    const body = { list_id: leftOut ?? 0, recipients: [person] };
    return server().user('POST /api/recipients/bulk', { body });
  }

  async function takeFromList(person: string): Promise<unknown> {
    const { rows } = await pool.query<{ id: number }>(
      'select id from recipients where list_id = $1 and recipient = $2',
      [leftOut, person],
    );
    return server().user('DELETE /api/recipients/{id}', { params: { id: rows[0]?.id ?? 0 } });
  }

  async function setFollowUps(followUps: number[], own: (number | null)[]): Promise<void> {
    await pool.query(
      'update campaigns set follows_campaign_id = 0, nth_follow_up = 1 where id = any ($1::bigint[])',
      [followUps.map((index) => at(campaigns, index))],
    );
    for (const [index, profile] of own.entries())
      if (profile !== null)
        await pool.query('update recipients set profile_id = $2 where id = $1', [
          at(names, index),
          at(profiles, profile),
        ]);
  }

  /** The model knows no such moments: what waits for another try waits as long after them. */
  async function tick(): Promise<void> {
    app.clock.advance(1);
    await pool.query(`update deliveries set retry_at = retry_at + interval '1 millisecond'`);
  }

  async function hearReplies(): Promise<void> {
    await pool.query('update settings set quiet_days = 0, budget = $2 where user_id = $1', [
      user.id,
      model.budget ?? null,
    ]);
    await world.agent.report({ reads_replies: true });
  }

  async function write({ person, says }: ReplyStep & { kind: 'write' }): Promise<void> {
    await tick();
    wrote.set(person, { at: app.clock.now(), says });
    await tick();
  }

  function written(person: number): SeenReply {
    const reply = wrote.get(person);
    if (!reply) throw new Error('The person has not written.');
    return {
      person: at(persons, person),
      at: reply.at.toISOString(),
      text: WRITINGS[reply.says],
      site_id: `${person}`,
    };
  }

  async function readReply(person: number): Promise<unknown> {
    const { deps } = server();
    const reading = { user_id: user.id, profile_id: at(profiles, 0), replies: [written(person)] };
    return deps.asUser(user.id, (tx, afterCommit) => recordReplies({ tx, afterCommit, deps }, reading));
  }

  async function decide(person: number): Promise<unknown> {
    const { rows } = await pool.query<{ id: number }>(
      `select id from replies where recipient = $1 and stop = 'perhaps'`,
      [at(persons, person)],
    );
    return server().user('PUT /api/replies/{id}', {
      params: { id: rows[0]?.id ?? 0 },
      body: { is_stop: false },
    });
  }

  /** The link is there as if a message had it. */
  async function pressStop(person: number): Promise<void> {
    const code = `0000000000${person}`.slice(-12).padStart(12, '0');
    await pool.query(
      'insert into opt_out_links (code, user_id, recipient, created_at) values ($1, $2, $3, $4)',
      [code, user.id, at(persons, person), app.clock.now()],
    );
    const { url } = at([...servers], Math.floor(random() * servers.length));
    const answer = await fetch(`${url}/o/${code}`, {
      method: 'POST',
      body: new URLSearchParams({ do: 'stop' }),
    });
    if (answer.status !== 200) throw new Error(`The stop link answers ${answer.status}.`);
  }

  async function setPace({ account, ...of }: Pace): Promise<void> {
    await pool.query('update settings set cap_day = $2 where user_id = $1', [user.id, account]);
    for (const [index, cap] of of.campaigns.entries())
      if (cap !== null) await setRealCap(pool, { of: 'campaigns', id: at(campaigns, index), cap });
    for (const [index, cap] of of.profiles.entries())
      if (cap !== null) await setRealCap(pool, { of: 'profiles', id: at(profiles, index), cap });
    for (const [index, cap] of (of.hours ?? []).entries())
      if (cap !== null) await setRealCap(pool, { of: 'hours', id: at(profiles, index), cap });
    for (const [index, day] of (of.slowDays ?? []).entries())
      await startSlowly(pool, at(profiles, index), day);
    await startCounting(pool, { user_id: user.id, campaigns: [0, ...campaigns], now: app.clock.now() });
  }

  async function setValue(name: string, { field = 0, value }: { field?: number | undefined; value: number }) {
    const body = { fields: { [field]: value === 0 ? null : String(value) } };
    return server().user('PUT /api/people/{name}', { params: { name }, body });
  }

  async function ask(exchange: Exchange): Promise<unknown> {
    switch (exchange.kind) {
      case 'claim':
        return claim(exchange);
      case 'release':
        return verdictOf(
          server().agent('POST /api/agent/deliveries/{token}/release', {
            params: { token: tokenOf(exchange.token) },
            body: {},
          }),
        );
      case 'begin':
        return verdictOf(
          server().agent('POST /api/agent/deliveries/{token}/begin', {
            params: { token: tokenOf(exchange.token) },
            body: exchange.seen === undefined ? {} : { replies: [written(exchange.seen)] },
          }),
        );
      case 'write':
        return write(exchange);
      case 'read':
        return readReply(exchange.person);
      case 'decide':
        return decide(exchange.person);
      case 'stop':
        return pressStop(exchange.person);
      case 'begin together':
        return beginTogether(exchange.tokens);
      case 'hours':
        return turnHours(exchange);
      case 'day passes':
        await passRealDay(pool);
        return wakeServers();
      case 'hour passes':
        await passRealHour(pool);
        return wakeServers();
      case 'half over':
        await endRealHalf(pool, at(profiles, exchange.profile));
        return wakeServers();
      case 'last moment near':
      case 'last moment passes':
        return setLastMoment(exchange.campaign, exchange.kind === 'last moment near' ? 30 : -1);
      case 'start scheduled':
        return startScheduled(server().deps);
      case 'countdown over':
      case 'start comes':
      case 'quarter passes':
        await passStartMoment(pool, {
          kind: exchange.kind,
          campaign_id: at(campaigns, exchange.campaign),
          now: app.clock.now(),
        });
        return wakeServers();
      case 'result':
        return report(exchange);
      case 'owner':
        return succeeds(act(exchange.step));
      case 'sweep':
        return sweepLeases(server().deps);
      case 'requeue':
        return requeueDeletedCampaigns(server().deps);
      case 'wait':
        return passMinute();
      case 'end import':
        return endImport();
      case 'disaster':
        return strikeDatabase(exchange.disaster);
      case 'recovery':
        return recover(exchange.recovery);
      case 'lease end':
      case 'rest end':
        return endMoment(pool, exchange.kind, at(profiles, exchange.profile), app.clock.now());
    }
  }

  /** The model's numbers of the claimed deliveries, by profile; -1 if the model claims none. */
  async function claim({
    profiles: asked,
    holding,
    mayBeLost,
    answer: expected,
    values,
  }: Exchange & { kind: 'claim' }): Promise<(number | null)[]> {
    if (mayBeLost) saved.beforeClaim = await save();
    const { deliveries } = await server().agent('POST /api/agent/work', {
      body: {
        capacity: 10,
        wait_seconds: 0,
        profile_paths: asked.map((profile) => `/p/p${profile}`),
        ...(holding && { holding: { deliveries: holding.map(tokenOf), requests: [] } }),
      },
    });
    return asked.map((profile, index) => {
      const [delivery, ...more] = deliveries.filter((one) => one.profile.id === at(profiles, profile));
      if (more.length > 0) throw new Error('One profile was given two deliveries.');
      if (!delivery) return null;
      const { message, recipient } = delivery;
      if (expected[index] !== null && message !== messageOf(recipient, values[index] ?? null))
        throw new Error(`The message is "${message}".`);
      tokens.set(expected[index] ?? -1, delivery.token);
      return expected[index] ?? -1;
    });
  }

  async function save(): Promise<SavedTables> {
    return saveTables(pool, app.clock.now());
  }

  /** The rows are restored, but no used id is assigned again. */
  async function strikeDatabase(disaster: Disaster): Promise<void> {
    if (disaster === 'backup') {
      saved.backup = await save();
      return;
    }
    const then = disaster === 'restore' ? saved.backup : saved.beforeClaim;
    if (!then) throw new Error('Nothing was saved.');
    await putTablesBack(pool, then, app.clock.now());
    if (disaster !== 'restore') return;
    const epoch = (epochs.at(-1) ?? 0) + 1;
    epochs.push(epoch);
    await app.deps.asSystem('test', (tx) => callWithin(tx, 'freeze_user', [app.clock.now(), user.id, epoch]));
  }

  async function recover(recovery: Recovery): Promise<unknown> {
    if (recovery === 'thaw') return server().user('POST /api/freeze/end', { body: { anyway: false } });
    return server().agent('POST /api/agent/merged', { body: { epoch: epochs.at(-1) ?? 0 } });
  }

  /** One batch of calls, as a server makes it. */
  async function beginTogether(together: number[]): Promise<string[]> {
    const batch = together.map((token) => ({ user_id: user.id, token: tokenOf(token) }));
    return (await beginDeliveries(server().deps, batch)).map(({ verdict }) => verdict);
  }

  async function turnHours({ campaign, isOpen }: Exchange & { kind: 'hours' }): Promise<void> {
    const campaign_id = campaign === null ? null : at(campaigns, campaign);
    await turnRealHours(pool, { user_id: user.id, campaign_id, isOpen, now: app.clock.now() });
    wakeServers();
  }

  function wakeServers(): void {
    for (const { deps } of calls) deps.nudges.wakeAll();
  }

  async function setCap({ of, index, cap }: OwnerStep & { kind: 'cap' }): Promise<void> {
    const ids = { account: [user.id], campaigns, profiles, hours: profiles };
    await setRealCap(pool, { of, id: at(ids[of], index), cap });
    wakeServers();
  }

  async function setLastMoment(campaign: number, seconds: number | null): Promise<void> {
    const id = at(campaigns, campaign);
    await setRealLastMoment(pool, { id, seconds, now: app.clock.now() });
    wakeServers();
  }

  async function report({ message }: Exchange & { kind: 'result' }): Promise<string> {
    const { token, campaign, name, server: from, ...said } = message;
    return verdictOf(
      server().agent('POST /api/agent/deliveries/{token}/result', {
        params: { token: tokenOf(token) },
        body: {
          campaign_id: at(campaigns, campaign),
          recipient_id: at(names, name),
          outcome: said.outcome,
          blocked: said.isBlocked,
          signed_out: said.isSignedOut,
          profile_in_use: said.isInUse,
          site_unreachable: said.isUnreachable,
          machine_fault: said.isFault,
          ...(from !== 'none' && { server_id: from === 'this' ? app.deps.identity.id : ANOTHER_SERVER }),
        },
      }),
    );
  }

  function tokenOf(token: number): string {
    return tokens.get(token) ?? '00000000-0000-4000-8000-000000000000';
  }

  /** Time passes for everything except leases and rests, which end by steps of the model. */
  async function passMinute(): Promise<void> {
    const before = app.clock.now();
    world.turn(WAIT_SECONDS);
    await keepMoments(pool, before, WAIT_SECONDS);
    await keepStarts(pool, before, WAIT_SECONDS);
    await keepHour(pool, before, app.clock.now());
  }

  async function act(step: OwnerStep): Promise<unknown> {
    if (step.kind === 'settle') return settle(step);
    if (step.kind === 'cap') return setCap(step);
    if (step.kind === 'last moment') return setLastMoment(step.campaign, LAST_MOMENT_SECONDS);
    if (step.kind === 'no last moment') return setLastMoment(step.campaign, null);
    if ('campaign' in step) return actOnCampaign(step);
    if ('profile' in step)
      return server().user(`PUT /api/profiles/{id}/${step.kind}`, {
        params: { id: at(profiles, step.profile) },
      });
    if (!('name' in step)) return actOnAll(step.kind);
    const params = { id: at(names, step.name) };
    if (step.kind === 'set')
      return server().user('PUT /api/recipients/{id}/status', { params, body: { status: step.status } });
    if (step.kind === 'delete name') return server().user('DELETE /api/recipients/{id}', { params });
    if (step.kind === 'leave out') return putIntoList(at(owners, step.name));
    if (step.kind === 'leave in') return takeFromList(at(owners, step.name));
    if (step.kind === 'add again') return addName(at(owners, step.name));
    if (step.kind === 'value') return setValue(at(owners, step.name), { field: city, value: step.value });
    return server().user('POST /api/do-not-contact', { body: { recipient: at(owners, step.name) } });
  }

  async function actOnAll(kind: 'add' | 'begin import' | 'subscribe' | 'unsubscribe'): Promise<unknown> {
    if (kind === 'add') return addName();
    if (kind === 'begin import') return beginImport();
    const days = kind === 'subscribe' ? 365 : -1;
    const end = new Date(app.clock.now().getTime() + days * DAY_MS);
    await pool.query('update users set subscription_end_date = $2 where id = $1', [user.id, end]);
    wakeServers();
  }

  async function addName(person = newPerson()): Promise<void> {
    await server().user('POST /api/recipients/bulk', { body: { list_id: list, recipients: [person] } });
    await findNewName(person);
  }

  function newPerson(): string {
    return `name${persons.length}`;
  }

  /** Holds the list's line, like an import until its last row. */
  async function beginImport(): Promise<void> {
    importing = await pool.connect();
    await importing.query('begin; set local idle_in_transaction_session_timeout = 0');
    await importing.query('select pg_advisory_xact_lock(2, $1::int)', [list]);
  }

  async function endImport(): Promise<void> {
    await letLineGo();
    const person = newPerson();
    await addNames(app, { user_id: user.id, list, names: [person] });
    await findNewName(person);
  }

  async function letLineGo(): Promise<void> {
    await importing?.query('rollback');
    importing?.release();
    importing = undefined;
  }

  async function findNewName(person: string): Promise<void> {
    // A name that is refused is nobody.
    if (!persons.includes(person)) persons.push(person);
    owners.push(person);
    names.push(...(await idsOf('select max(id) as id from recipients')));
    await keepOrder();
  }

  async function settle({ campaign, name, wentOut }: OwnerStep & { kind: 'settle' }): Promise<unknown> {
    return server().user('POST /api/campaigns/{id}/recipients/settle', {
      params: { id: at(campaigns, campaign) },
      body: { outcome: wentOut ? 'sent' : 'not_sent', recipient_ids: [at(names, name)] },
    });
  }

  async function actOnCampaign(step: OwnerStep & { campaign: number }): Promise<unknown> {
    const params = { id: at(campaigns, step.campaign) };
    const { user: call } = server();
    if (step.kind === 'start') return call('POST /api/campaigns/{id}/start', { params }).finally(keepOrder);
    if (step.kind === 'start to undo')
      return call('POST /api/campaigns/{id}/start', { params, body: { undo_seconds: 60 } }).finally(
        keepOrder,
      );
    if (step.kind === 'undo start') return call('POST /api/campaigns/{id}/undo-start', { params });
    if (step.kind === 'schedule')
      return call('PUT /api/campaigns/{id}/schedule', { params, body: { start_at: inAnHour() } });
    if (step.kind === 'take out' || step.kind === 'put back') {
      const body = { recipient_ids: [at(names, step.name)] };
      const path = step.kind === 'take out' ? 'take-out' : 'put-back';
      return call(`POST /api/campaigns/{id}/recipients/${path}`, { params, body });
    }
    if (step.kind === 'give to others') {
      const body = { profile_id: at(profiles, step.of) };
      return call('POST /api/campaigns/{id}/give-to-others', { params, body });
    }
    if (step.kind === 'pause') return call('POST /api/campaigns/{id}/stop', { params });
    if (step.kind === 'delete')
      return call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: step.keepsSent } });
    return call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
  }

  function inAnHour(): string {
    return new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  }

  async function readTables(): Promise<unknown> {
    const { rows } = await pool.query<{ tables: ReturnType<typeof readModel> }>(TABLES, [
      campaigns,
      names,
      profiles,
      persons,
    ]);
    if (!model.pace) return rows[0]?.tables;
    const of = { user_id: user.id, campaigns, profiles, now: app.clock.now() };
    const starts = model.pace.hasStarts && { starts: await readRealStarts(pool, of) };
    return { ...rows[0]?.tables, ...starts, counts: await readRealCounts(pool, of) };
  }
}

const WRITINGS: Record<Writing, string> = {
  words: 'Who is this?',
  perhaps: 'No thanks',
  automatic: 'Automatic reply: I am out of the office until Monday.',
};

/** Without a value the text has no blank but the name. */
const messageOf = (username: string, value: number | string | null) =>
  value === null ? `Hi ${username}!` : `Hi ${username} of ${value}!`;

async function succeeds(call: Promise<unknown>): Promise<boolean> {
  return (await verdictOf(call)) === 'granted';
}

/** The recorded state, the code of a refusal, or 'granted'. */
async function verdictOf(call: Promise<unknown>): Promise<string> {
  try {
    // A step that is no call answers nothing.
    const answer = (await call) as { state?: string } | undefined;
    return answer?.state ?? 'granted';
  } catch (error) {
    if (error instanceof ApiError && [403, 409].includes(error.status)) return error.code ?? 'conflict';
    throw error;
  }
}
