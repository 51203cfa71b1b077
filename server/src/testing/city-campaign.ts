import { PACE_SECONDS, type World } from './engine-world.ts';

interface Made {
  list: number;
  campaign: number;
}

/** A campaign with this text for people with these cities; an empty one is none. */
export async function makeCampaign(
  world: World,
  { content, cities }: { content: string; cities: Record<string, string> },
): Promise<Made> {
  const list = await world.list([]);
  await importCities(world, list, cities);
  const { campaign } = await createCampaign(world, { list, content, profiles: [await world.profile('one')] });
  return { list, campaign: campaign.id };
}

/** People with these cities in a list; who is there gets the new one. */
export async function importCities(
  world: World,
  list: number,
  cities: Record<string, string>,
): Promise<void> {
  const { fields } = await world.user.call('GET /api/fields', { query: {} });
  const city = fields.find(({ name }) => name === 'city');
  await world.user.call('POST /api/recipients/import', {
    body: {
      list_id: list,
      columns: [city ? { field: city.id } : { new_field: 'city', label: 'City' }],
      rows: Object.entries(cities),
      fill: 'replace',
    },
  });
}

/** A campaign whose template has this text. */
export async function createCampaign(
  world: World,
  { list, content, profiles }: { list: number; content: string; profiles: number[] },
) {
  const { template } = await world.user.call('POST /api/templates', { body: { name: 'Hello', content } });
  return world.user.call('POST /api/campaigns', {
    body: { name: 'Spring', message_template_id: template.id, list_id: list, profiles_used: profiles },
  });
}

/** The people of a campaign: name, state and reason. */
export async function listPeople(world: World, campaign: number, state: 'tried' | 'skipped') {
  const { recipients } = await world.user.call('GET /api/campaigns/{id}/recipients', {
    params: { id: campaign },
    query: { state },
  });
  return recipients.map(({ recipient, state: now, reason }) => [recipient, now, reason]);
}

/** Sends the next delivery, and passes the pause after it; its message, or undefined where nobody is due. */
export async function sendNext(world: World): Promise<string | undefined> {
  const [delivery] = await world.work();
  if (!delivery) return undefined;
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  return delivery.message;
}
