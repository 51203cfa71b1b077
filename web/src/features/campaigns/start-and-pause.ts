import { call } from '../../api/client.ts';

// The status calls that follow a pause and have no answer yet, by campaign.
const statusCalls = new Map<number, Promise<unknown>>();

/** Starts a campaign, after the status call of a pause before it: one that arrives later would pause it again. */
export async function startCampaign(id: number): Promise<void> {
  await statusCalls.get(id);
  await call('POST /api/campaigns/{id}/start', { params: { id } });
}

/**
 * Pauses a campaign, which the stop call does. The status call after it says the same once more: it is not waited for,
 * and its failure is none of the pause (docs/behaviour.md#campaigns). Gives how many of its profiles were closed.
 */
export async function pauseCampaign(id: number): Promise<number> {
  const params = { id };
  const { profilesClosed } = await call('POST /api/campaigns/{id}/stop', { params });
  const told = call('PUT /api/campaigns/{id}/status', { params, body: { status: 'paused' } })
    .catch(() => {})
    .finally(() => {
      if (statusCalls.get(id) === told) statusCalls.delete(id);
    });
  statusCalls.set(id, told);
  return profilesClosed;
}
