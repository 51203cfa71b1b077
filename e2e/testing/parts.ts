import type { Visitor } from './site.ts';

const NAMES = ['lena.hartog', 'kaffebaren_oslo', 'slow.kitchen'];

/** The parts of a campaign. */
type Parts = { message_template_id: number; list_id: number; profiles_used: number[] };

/** No pause between messages unless it is given, as all servers but those for the practice inbox need; a profile for each name, one selected template, and a list of three. */
export async function makeParts({ call }: Visitor, profiles = ['kiln.club'], pause = 0): Promise<Parts> {
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: pause, delay_end: pause } });
  const profiles_used: number[] = [];
  for (const profile_name of profiles) {
    const body = { profile_name, profile_path: `/p/${profile_name}` };
    profiles_used.push((await call('POST /api/profiles', { body })).profile.id);
  }
  const { template } = await call('POST /api/templates', {
    body: { name: 'Kiln opening', content: 'Hi {username}, the kiln opens.' },
  });
  await call('PUT /api/templates/{id}/select', { params: { id: template.id } });
  const { list } = await call('POST /api/lists', { body: { name: 'Neighbours' } });
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: NAMES } });
  return { message_template_id: template.id, list_id: list.id, profiles_used };
}

/** Makes a campaign and starts it; returns its id. */
export async function startCampaign({ call }: Visitor, body: Parts & { name: string }): Promise<number> {
  const { campaign } = await call('POST /api/campaigns', { body });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  return campaign.id;
}
