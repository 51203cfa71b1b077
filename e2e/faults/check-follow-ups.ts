import type { Scene } from './scene.ts';
import type { Arrival } from './site.ts';

/**
 * Whoever got a follow-up got the message that it follows before it, and nothing since, some days ago, from the same
 * profile unless its people were given to the others, and had not written back when their thread was opened
 * (docs/engine.md#follow-ups).
 */
export function checkFollowUps(scene: Scene): string[] {
  const last = new Map<string, Arrival>();
  return scene.site.arrivals.flatMap((arrival) => {
    const before = last.get(arrival.person);
    last.set(arrival.person, arrival);
    return findProblems(scene, { arrival, before }).map(
      (what) => `${arrival.person} got "${arrival.message}", which is a follow-up, ${what}.`,
    );
  });
}

function findProblems(
  { campaigns, campaignOf, changed }: Scene,
  { arrival, before }: { arrival: Arrival; before: Arrival | undefined },
): string[] {
  const follows = followedBy(campaigns, campaignOf(arrival), arrival.person);
  // Whoever was deleted and added again is a person like others.
  if (!follows || changed.has(arrival.person)) return [];
  if (!before) return ['and no message before it'];
  const problems: string[] = [];
  if (campaignOf(before) !== follows.of)
    problems.push(`and "${before.message}" before it, of another campaign`);
  if (before.profile !== arrival.profile && !follows.given.has(before.profile))
    problems.push(`from ${arrival.profile} after a message from ${before.profile}`);
  if (arrival.hadReplied) problems.push('after a reply that stood in the thread');
  if (follows.day <= before.day) problems.push('too early');
  return problems;
}

/** The follow-up by which a person gets messages of a campaign; undefined for those who were added to it by hand. */
export function followedBy(
  campaigns: Scene['campaigns'],
  id: number | undefined,
  person: string,
): Scene['campaigns'][number]['follows'] {
  const follows = campaigns.find((campaign) => campaign.id === id)?.follows;
  return follows?.people.has(person) ? follows : undefined;
}

/** How many messages of follow-ups arrived, and how many of them from another profile than the one that wrote first. */
export function countFollowUps({ site, campaigns, campaignOf }: Scene): {
  followed: number;
  byOthers: number;
} {
  const last = new Map<string, string>();
  let followed = 0;
  let byOthers = 0;
  for (const arrival of site.arrivals) {
    const { person, profile } = arrival;
    const before = last.get(person);
    last.set(person, profile);
    if (!followedBy(campaigns, campaignOf(arrival), person)) continue;
    followed += 1;
    if (before !== profile) byOthers += 1;
  }
  return { followed, byOthers };
}
