import type { Campaign } from '@pigeonpost/contract/calls/campaigns';

/** The ids of a campaign's profiles, from a list or from its JSON: other servers answer a text. */
export function profilesUsed({
  profiles_used: used,
}: {
  profiles_used: Campaign['profiles_used'] | string;
}): number[] {
  if (typeof used !== 'string') return used;
  try {
    const ids: unknown = JSON.parse(used);
    return Array.isArray(ids) ? ids.map(Number).filter(Number.isSafeInteger) : [];
  } catch {
    return [];
  }
}
