import { useServerEvent } from '../../api/realtime.ts';
import { useRefetchOnProgress } from '../../api/refetch-on-progress.ts';
import { refetchProfiles } from './api.ts';

/** Keeps what each profile does current: a message sent moves its next, a machine that goes takes windows along. */
export function useLiveProfiles(): void {
  useRefetchOnProgress(['profiles', 'list']);
  useServerEvent('agent_update', () => refetchProfiles());
}
