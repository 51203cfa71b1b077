import type { Errand, Sent } from './errand.ts';
import { client } from './hey-api/client.gen.ts';
import {
  addRecipients,
  createCampaign,
  createList,
  createProfile,
  createTemplate,
  getCampaign,
  getCampaignPlan,
  signIn,
  startCampaign,
} from './hey-api/sdk.gen.ts';

/** Sends a campaign by the functions of @hey-api/openapi-ts. */
export async function sendCampaign({ url, username, password, names, deliver }: Errand): Promise<Sent> {
  client.setConfig({ baseUrl: url, throwOnError: true });
  const { data: session } = await signIn({ body: { username, password }, throwOnError: true });
  client.setConfig({ auth: session.token });
  const list = await createList({ body: { name: 'Painters' }, throwOnError: true });
  const list_id = list.data.list.id;
  const imported = await addRecipients({ body: { list_id, recipients: names }, throwOnError: true });
  const text = { name: 'Studio', content: 'Hi {username}!' };
  const template = await createTemplate({ body: text, throwOnError: true });
  const folder = { profile_name: 'studio.club', profile_path: '/p/hey' };
  const profile = await createProfile({ body: folder, throwOnError: true });
  const { id: profile_id, profile_path } = profile.data.profile;
  const parts = {
    name: 'Autumn',
    message_template_id: template.data.template.id,
    list_id,
    profiles_used: [profile_id],
  };
  const made = await createCampaign({ body: parts, throwOnError: true });
  const path = { id: made.data.campaign.id };
  const planned = await getCampaignPlan({ path, throwOnError: true });
  await startCampaign({ path, throwOnError: true });
  await deliver(profile_path);
  const ended = await getCampaign({ path, throwOnError: true });
  const { error } = await startCampaign({ path, throwOnError: false });
  const { status, total_sent } = ended.data.campaign;
  return {
    username: session.user.username,
    added: imported.data.added,
    will: planned.data.plan.will,
    status,
    total_sent,
    refusal: error?.error,
  };
}
