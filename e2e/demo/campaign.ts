import type { Call } from '@pigeonpost/contract/client';

export const CAMPAIGN_NAME = 'Kiln night';

/** The names of the demo's profiles. */
export const DEMO_PROFILES = ['fjordandclay', 'fjordandclay.studio'];

const MESSAGE = `Hi {username}, it is Marta from Fjord & Clay.

The raku kiln burns on Saturday from 18.00, and there are twelve seats. Shall I keep one for you?`;

export interface DemoProfile {
  profile_name: string;
  profile_path: string;
  insta_username: string;
}

/** Makes the parts of the demo's campaign, and the campaign, pending. An existing one stays as it is. */
export async function prepareCampaign(
  call: Call,
  { profiles, people }: { profiles: readonly DemoProfile[]; people: readonly string[] },
): Promise<{ id: number }> {
  const { campaigns } = await call('GET /api/campaigns', { query: { search: CAMPAIGN_NAME } });
  if (campaigns[0]) return campaigns[0];
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: 0, delay_end: 1 } });
  const profiles_used = await makeProfiles(call, profiles);
  const list_id = await makeList(call, people);
  const { template } = await call('POST /api/templates', {
    body: { name: 'Raku evening', content: MESSAGE },
  });
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: CAMPAIGN_NAME, message_template_id: template.id, list_id, profiles_used },
  });
  return campaign;
}

/** The ids of the demo's profiles; missing ones are made. */
export async function makeProfiles(call: Call, wanted: readonly DemoProfile[]): Promise<number[]> {
  const there = (await call('GET /api/profiles')).profiles;
  const ids: number[] = [];
  for (const body of wanted) {
    const known = there.find(({ profile_path }) => profile_path === body.profile_path);
    ids.push(known?.id ?? (await call('POST /api/profiles', { body })).profile.id);
  }
  return ids;
}

async function makeList(call: Call, people: readonly string[]): Promise<number> {
  const { list } = await call('POST /api/lists', {
    body: {
      name: 'Asked about the raku evening',
      description: 'People who wrote “raku” at the summer market.',
    },
  });
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: [...people] } });
  return list.id;
}
