import type { SignedUp } from './test-app.ts';

/** What a user is told, the newest first, and what is over. */
export async function toldTo({ call }: Pick<SignedUp, 'call'>): Promise<string[]> {
  const { notifications } = await call('GET /api/notifications');
  return notifications.map(({ kind, title, is_over }) => `${kind}: ${title}${is_over ? ', over' : ''}`);
}
