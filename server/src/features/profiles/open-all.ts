import type { OpenableProfile } from './window-queries.ts';

interface Skipped {
  profile_id: number;
  profile_name: string;
  reason: string;
}

/** The active profiles that 'open all' opens, and the reasons why it skips the others (docs/behaviour.md#windows). */
export function splitOpenable(
  profiles: OpenableProfile[],
  underWay: Map<string | null, string>,
): { openable: OpenableProfile[]; skipped: Skipped[] } {
  const openable: OpenableProfile[] = [];
  const skipped: Skipped[] = [];
  for (const profile of profiles) {
    const reason = reasonToSkip(profile, underWay.get(profile.profile_path));
    if (reason === undefined) openable.push(profile);
    else skipped.push({ profile_id: profile.id, profile_name: profile.profile_name, reason });
  }
  return { openable, skipped };
}

function reasonToSkip(profile: OpenableProfile, underWay: string | undefined): string | undefined {
  if (underWay === 'open') return 'Already being opened';
  if (underWay === 'close') return 'Being closed';
  if (profile.is_open) return 'Already open';
  // The campaign would wait as long as the window is open.
  if (profile.running_campaign) return `Used by the running campaign "${profile.running_campaign.name}"`;
  return undefined;
}

/** Warns of disconnected machines, whose profiles may not open. */
export function openAllWarnings(openable: OpenableProfile[], isAnyConnected: boolean): string[] {
  if (openable.length === 0) return [];
  if (!isAnyConnected) return ['No agent is connected. The profiles open if one connects within a minute.'];
  const machines = new Map<string, string[]>();
  for (const { away_machine, profile_name } of openable) {
    if (away_machine === null) continue;
    machines.set(away_machine, [...(machines.get(away_machine) ?? []), profile_name]);
  }
  return [...machines].map(
    ([machine, names]) =>
      `The agent on ${machine} is not connected: ${names.join(', ')} cannot open until it is.`,
  );
}
