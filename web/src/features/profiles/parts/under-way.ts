import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';

/** What a button says while its request is on its way to the server, or waits there. */
export const ASKING = 'Pending...';

/** What a button says while its request is under way. */
export function formatRequest({
  status,
  request_type,
}: Pick<ProfileRequest, 'status' | 'request_type'>): string {
  if (status === 'pending') return ASKING;
  return request_type === 'close' ? 'Closing...' : 'Opening...';
}

/** Whether a request still waits for an agent or is at work. */
export function isUnderWay({ status }: Pick<ProfileRequest, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}
