import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';

/** A button's text while its request is on its way to the server, or waits there. */
export const ASKING = 'Pending...';

/** A button's text while its request is under way. */
export function formatRequest({
  status,
  request_type,
}: Pick<ProfileRequest, 'status' | 'request_type'>): string {
  if (status === 'pending') return ASKING;
  return request_type === 'close' ? 'Closing...' : 'Opening...';
}

/** Whether a request waits for an agent or runs. */
export function isUnderWay({ status }: Pick<ProfileRequest, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}
