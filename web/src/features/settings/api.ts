import type { SettingsValues } from '@pigeonpost/contract/settings';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { replaceUser } from '../../api/session.ts';
import { settingsQuery } from '../campaigns/api.ts';

/** Saves the automation settings. */
export async function saveSettings(body: SettingsValues): Promise<void> {
  queryClient.setQueryData(settingsQuery.queryKey, await call('PUT /api/settings', { body }));
}

/** Moves the user's days to another zone. */
export async function saveTimeZone(time_zone: string): Promise<void> {
  replaceUser((await call('PUT /api/auth/profile', { body: { time_zone } })).user);
  // The days of the figures begin at another moment now.
  await queryClient.invalidateQueries();
}

/** Changes one's own password; every other browser and every agent is signed out. */
export async function changePassword(body: {
  current_password: string;
  new_password: string;
}): Promise<void> {
  await call('PUT /api/auth/password', { body });
  await queryClient.invalidateQueries({ queryKey: ['agents'] });
}

/** Ends an agent's token. */
export async function revokeAgent(id: number): Promise<void> {
  await call('DELETE /api/agents/{id}', { params: { id } });
  await queryClient.invalidateQueries({ queryKey: ['agents'] });
}
