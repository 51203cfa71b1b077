import { checkFollowUps, followedBy } from './check-follow-ups.ts';
import { checkTexts } from './check-texts.ts';
import { listBrokenLimits } from './judge-grants.ts';
import { type EndedDelivery, type NameInList, readEnd, type Total } from './read-end.ts';
import type { Scene } from './scene.ts';

const ENOUGH_TRIES = 4;

/** The problems of a scene that has come to rest, a sentence each. */
export async function checkScene(scene: Scene): Promise<string[]> {
  const { pool } = scene.world.database;
  // Read before the deliveries: results that were answered by then are recorded in them.
  const noted = await scene.machine.listNoted();
  const { deliveries, names, totals } = await scene.untilDatabaseAnswers(() => readEnd(pool, scene.owner.id));
  const brokenLimits = await scene.untilDatabaseAnswers(() => listBrokenLimits(pool, scene.owner.id));
  return [
    ...scene.problems,
    ...brokenLimits,
    ...checkArrivals(scene, deliveries),
    ...checkTexts(scene, deliveries),
    ...checkFollowUps(scene),
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

/** With the owner's never-twice setting a person gets at most one message and its follow-ups, of whichever campaign. */
function checkNeverTwice({ neverTwice, site, campaigns, campaignOf }: Scene): string[] {
  if (!neverTwice) return [];
  const first = site.arrivals.filter((one) => !followedBy(campaigns, campaignOf(one), one.person));
  const of = Map.groupBy(first, ({ person }) => person);
  return [...of].flatMap(([person, { length }]) =>
    length > 1
      ? [`${person} got ${length} messages that follow none, and was never to get a second one.`]
      : [],
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
  // Whatever the message says: values may have changed between two tries.
  const of = Map.groupBy(scene.site.arrivals, (one) => `${scene.campaignOf(one)} ${one.person}`);
  for (const [one, ...more] of of.values()) {
    const campaign = one && scene.campaignOf(one);
    const key = `${one?.person}: ${one?.message}`;
    if (more.length > 0)
      problems.push(`"${key}" arrived, and "${more.map(({ message }) => message).join()}".`);
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
  const arrived = scene.site.arrivals.filter(
    (one) => one.person === recipient && scene.campaignOf(one) === campaign_id,
  );
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
