import type pg from 'pg';
import { fill, type Scene } from './scene.ts';
import { TRIES } from './tries.ts';

const ENOUGH_TRIES = 4;

interface EndedDelivery {
  campaign_id: number;
  recipient: string | null;
  token: string;
  state: string;
  failures: number;
  tries: number;
  was_stopped: boolean;
  /** Log lines by action. */
  sent_lines: number;
  failed_lines: number;
  unclear_lines: number;
  skipped_lines: number;
}

interface NameInList {
  list_id: number;
  recipient: string;
  status: string;
}

interface Total {
  id: number;
  total_list: number;
  total_sent: number;
  total_failed: number;
  was_stopped: boolean;
}

/** The problems of a scene that has come to rest, a sentence each. */
export async function checkScene(scene: Scene): Promise<string[]> {
  const { pool } = scene.world.database;
  // Read before the deliveries: results that were answered by then are recorded in them.
  const noted = await scene.machine.listNoted();
  const { deliveries, names, totals } = await scene.untilDatabaseAnswers(() => readEnd(pool, scene.owner.id));
  return [
    ...scene.problems,
    ...checkArrivals(scene, deliveries),
    ...scene.guarantees.broken(scene.campaignOf),
    ...deliveries.flatMap((delivery) => checkDelivery(scene, delivery)),
    ...totals.flatMap(checkTotal),
    ...checkKept(scene),
    ...checkNeverTwice(scene),
    ...names.flatMap((name) => checkName(scene, { name, deliveries })),
    ...checkNoted(scene, { told: noted.answered, deliveries }),
  ];
}

/**
 * People that a deleted campaign messaged, and that were to keep their status, get no message of a later campaign on
 * that list.
 */
function checkKept({ kept, changed, campaigns, site, campaignOf }: Scene): string[] {
  const deleted = campaigns.filter(({ id }) => kept.has(id));
  return deleted.flatMap(({ id, list_id }) => {
    const later = campaigns.filter((other) => other.list_id === list_id && other.id > id);
    const laterIds = new Set(later.map((other) => other.id));
    const messaged = site.arrivals.filter((one) => campaignOf(one) === id && !changed.has(one.person));
    return messaged.flatMap(({ person }) =>
      site.arrivals.some((one) => one.person === person && laterIds.has(campaignOf(one) ?? 0))
        ? [`${person} was to keep the status that campaign ${id} gave, and got another message.`]
        : [],
    );
  });
}

/** With the owner's never-twice setting a person gets at most one message, of whichever campaign. */
function checkNeverTwice({ neverTwice, site }: Scene): string[] {
  if (!neverTwice) return [];
  const of = Map.groupBy(site.arrivals, ({ person }) => person);
  return [...of].flatMap(([person, { length }]) =>
    length > 1 ? [`${person} got ${length} messages, and was never to get a second one.`] : [],
  );
}

/** The status of a name in its list is its outcome, unless the owner changed it or deleted its campaign. */
function checkName(
  { changed, deleted, campaigns, site, campaignOf }: Scene,
  { name, deliveries }: { name: NameInList; deliveries: EndedDelivery[] },
): string[] {
  const { list_id, recipient, status } = name;
  const onList = new Set(campaigns.flatMap((one) => (one.list_id === list_id ? [one.id] : [])));
  const by = site.arrivals.flatMap((one) => (one.person === recipient ? [campaignOf(one) ?? 0] : []));
  const messagedBy = by.filter((id) => onList.has(id));
  if (changed.has(recipient) || messagedBy.some((id) => deleted.has(id))) return [];
  if (status === 'sent' && messagedBy.length === 0)
    return [`${recipient} of list ${list_id} is sent, and nothing of a campaign on it arrived.`];
  const states = deliveries.flatMap((one) =>
    one.recipient === recipient && messagedBy.includes(one.campaign_id) ? [one.state] : [],
  );
  const expected = states.includes('sent') ? 'sent' : states.includes('uncertain') ? 'failed' : undefined;
  return expected === undefined || status === expected
    ? []
    : [`${recipient} of list ${list_id} is ${status}, and its delivery is ${states.join()}.`];
}

/**
 * Every result 'sent' that the agent reported is recorded as sent. Unreported ones keep a scene from its rest. A copy
 * of the database that has forgotten a result but no grant is not noticed (docs/operating.md#backup-and-restore): that
 * delivery is unclear.
 */
function checkNoted(
  { hadCopy }: Scene,
  { told, deliveries }: { told: ReadonlySet<string>; deliveries: EndedDelivery[] },
): string[] {
  return deliveries.flatMap(({ token, recipient, campaign_id, state }) =>
    told.has(token) && state !== 'sent' && !(hadCopy && state === 'uncertain')
      ? [`${recipient} of campaign ${campaign_id} is ${state}, and its agent has told that it was sent.`]
      : [],
  );
}

function checkArrivals(scene: Scene, deliveries: EndedDelivery[]): string[] {
  const problems: string[] = [];
  const times = Map.groupBy(scene.site.arrivals, ({ person, message }) => `${person}: ${message}`);
  for (const [key, all] of times) {
    if (all.length > 1) problems.push(`"${key}" arrived ${all.length} times.`);
    const [one] = all;
    const campaign = one && scene.campaignOf(one);
    if (!campaign) problems.push(`"${key}" arrived, and is no campaign's message.`);
    const delivery = deliveries.find(
      ({ campaign_id, recipient }) => campaign_id === campaign && recipient === one?.person,
    );
    if (delivery && delivery.state !== 'sent' && delivery.state !== 'uncertain')
      problems.push(`"${key}" arrived, and the campaign says ${delivery.state}.`);
  }
  return problems;
}

function checkDelivery(scene: Scene, delivery: EndedDelivery): string[] {
  const { campaign_id, recipient, state, failures, tries } = delivery;
  // A recipient that was deleted from the list has no name to compare by.
  if (recipient === null) return [];
  const campaign = scene.campaigns.find(({ id }) => id === campaign_id);
  const message = fill(campaign?.message ?? '', recipient);
  const arrived = scene.site.arrivals.filter((one) => one.person === recipient && one.message === message);
  const problems: string[] = [];
  const wrong = (what: string) => problems.push(`${recipient} of campaign ${campaign_id} ${what}.`);
  if (state === 'sent' && arrived.length === 0) wrong('is sent, and nothing arrived');
  if (state === 'not_found' && !recipient.startsWith('nobody.')) wrong('is not found, and is there');
  const wasUnclear = delivery.unclear_lines > 0;
  if (state === 'failed' && !wasUnclear && (failures < ENOUGH_TRIES || tries < ENOUGH_TRIES))
    wrong(`failed after ${failures} failures and ${tries} tries`);
  const { sent_lines, failed_lines, skipped_lines } = delivery;
  if (sent_lines !== (state === 'sent' ? 1 : 0))
    wrong(`is ${state}, and its log says sent ${sent_lines} times`);
  if (['failed', 'not_found', 'uncertain'].includes(state) && failed_lines === 0)
    wrong(`is ${state}, and its log does not say so`);
  if (state === 'skipped' && skipped_lines === 0) wrong('was skipped, and its log does not say so');
  const isFinal = ['sent', 'failed', 'not_found', 'uncertain', 'stopped', 'skipped'].includes(state);
  if (!isFinal || (state === 'stopped' && !delivery.was_stopped)) wrong(`is ${state} at the end`);
  return problems;
}

function checkTotal({ id, total_list, total_sent, total_failed, was_stopped }: Total): string[] {
  if (was_stopped || total_list === total_sent + total_failed) return [];
  return [`Campaign ${id} ended with ${total_sent} sent and ${total_failed} failed of ${total_list}.`];
}

const WAS_STOPPED = `exists (select from campaign_logs l where l.user_id = c.user_id and l.campaign_id = c.id
  and l.message = 'Stopped before its end')`;

/** All in one snapshot: a result that is recorded meanwhile is in every answer or in none. */
async function readEnd(pool: pg.Pool, user_id: number) {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const deliveries = await listDeliveries(client, user_id);
    const names = await listNames(client, user_id);
    const totals = await listTotals(client, user_id);
    await client.query('commit');
    client.release();
    return { deliveries, names, totals };
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

async function listDeliveries(client: pg.ClientBase, user_id: number): Promise<EndedDelivery[]> {
  const { rows } = await client.query<EndedDelivery>(
    `select d.campaign_id, r.recipient, d.token, d.state, d.failures, ${TRIES}, ${WAS_STOPPED} as was_stopped, lines.*
    from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    cross join lateral (
      select count(*) filter (where action = 'message_sent')::int as sent_lines,
        count(*) filter (where action = 'message_failed')::int as failed_lines,
        count(*) filter (where action = 'message_failed' and message = 'Outcome unknown: not sent again')::int
          as unclear_lines,
        count(*) filter (where action = 'skipped')::int as skipped_lines
      from campaign_logs l
      where l.user_id = d.user_id and l.campaign_id = d.campaign_id and l.recipient = r.recipient) lines
    where d.user_id = $1`,
    [user_id],
  );
  return rows;
}

async function listNames(client: pg.ClientBase, user_id: number): Promise<NameInList[]> {
  const { rows } = await client.query<NameInList>(
    'select list_id, recipient, status from recipients where user_id = $1',
    [user_id],
  );
  return rows;
}

async function listTotals(client: pg.ClientBase, user_id: number): Promise<Total[]> {
  const { rows } = await client.query<Total>(
    `select c.id, g.total_list, g.total_sent, g.total_failed, ${WAS_STOPPED} as was_stopped
    from campaigns c join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = $1 and c.status in ('completed', 'failed')`,
    [user_id],
  );
  return rows;
}
