import createClient from 'openapi-fetch';
import type { Errand, Sent } from './errand.ts';
import type { paths } from './openapi-typescript.ts';

/** Sends a campaign by the types of openapi-typescript. */
export async function sendCampaign({ url, username, password, names, deliver }: Errand): Promise<Sent> {
  const client = createClient<paths>({ baseUrl: url });
  const { token, user } = told(await client.POST('/api/auth/login', { body: { username, password } }));
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${token}`);
    },
  });
  const { list } = told(await client.POST('/api/lists', { body: { name: 'Potters' } }));
  const body = { list_id: list.id, recipients: names };
  const { added } = told(await client.POST('/api/recipients/bulk', { body }));
  const text = { name: 'Kiln', content: 'Hi {username}!' };
  const { template } = told(await client.POST('/api/templates', { body: text }));
  const folder = { profile_name: 'kiln.club', profile_path: '/p/fetch' };
  const { profile } = told(await client.POST('/api/profiles', { body: folder }));
  const parts = {
    name: 'Spring',
    message_template_id: template.id,
    list_id: list.id,
    profiles_used: [profile.id],
  };
  const { campaign } = told(await client.POST('/api/campaigns', { body: parts }));
  const address = { params: { path: { id: campaign.id } } };
  const { plan } = told(await client.GET('/api/campaigns/{id}/plan', address));
  told(await client.POST('/api/campaigns/{id}/start', address));
  await deliver(profile.profile_path);
  const { campaign: ended } = told(await client.GET('/api/campaigns/{id}', address));
  const { error } = await client.POST('/api/campaigns/{id}/start', address);
  const { status, total_sent } = ended;
  return { username: user.username, added, will: plan.will, status, total_sent, refusal: error?.error };
}

function told<Data>({ data, error }: { data?: Data; error?: { error: string } }): Data {
  if (data === undefined) throw new Error(error?.error ?? 'There was no answer.');
  return data;
}
