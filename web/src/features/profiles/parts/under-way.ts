import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';

/** Whether a request still waits for an agent or is at work. */
export function isUnderWay({ status }: Pick<ProfileRequest, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}
