import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { ProfileBulkAction } from '@pigeonpost/contract/profiles';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm, following, type Question } from '../../ui/feedback/confirm.ts';
import { allProfilesQuery, useChangeProfiles, useDeleteProfile } from './api.ts';
import type { StartAgain } from './parts/rest-actions.ts';

const NAMES = new Intl.ListFormat('en-GB');

/** Asks and deletes a profile; one that a campaign needs is refused with its name. */
export function useRemoveProfile({ id, profile_name }: Profile): () => Promise<void> {
  const { mutate } = useDeleteProfile();
  return async () => {
    const agreed = await confirm({
      title: `Delete ${profile_name}?`,
      body: 'Pigeonpost forgets the profile and its password. What it sent stays in the numbers, and its folder stays on your computer.',
      confirmLabel: 'Delete profile',
    });
    if (agreed) mutate(id);
  };
}

/** Resumes many, or switches them off or on, after a question that says what follows. */
export function useBulkChange(startAgain: (profile_id: number) => StartAgain | undefined) {
  const { mutateAsync } = useChangeProfiles();
  const change = (action: ProfileBulkAction, profiles: Profile[]) =>
    mutateAsync({ action, profile_ids: profiles.map(({ id }) => id) }).then(
      () => true,
      () => false,
    );
  const resume = async (profiles: Profile[]) => {
    const waiting = new Map(
      profiles.flatMap(({ id }) => {
        const again = startAgain(id);
        return again ? [[again.name, again] as const] : [];
      }),
    );
    const names = NAMES.format([...waiting.keys()]);
    const agreed = await confirm({
      title: `Resume ${formatNoun(profiles.length, 'profile')}?`,
      body: `Look at each in Firefox first, and sign in where it is signed out. Once resumed, they send again in their campaigns.${
        names
          ? ` ${names} ${waiting.size === 1 ? 'is' : 'are'} paused until you start ${waiting.size === 1 ? 'it' : 'them'} again.`
          : ''
      }`,
      confirmLabel: `Resume ${formatCount(profiles.length)}`,
      harmless: true,
      ...(names && { otherLabel: `Resume and start ${names} again` }),
    });
    if (!agreed || !(await change('resume', profiles))) return;
    if (agreed === 'other') for (const { start } of waiting.values()) await start();
  };
  const switchAll = async (profiles: Profile[], isOn: boolean) => {
    if (isOn) return void change('switch_on', profiles);
    const ids = new Set(profiles.map(({ id }) => id));
    // A campaign may start or end with them while the question stands.
    const follows = following(allProfilesQuery, (now) =>
      switchOffQuestion(now.profiles.filter(({ id }) => ids.has(id))),
    );
    if (await confirm({ ...switchOffQuestion(profiles), follows })) await change('switch_off', profiles);
  };
  return { resume, switchAll };
}

function switchOffQuestion(profiles: Profile[]): Question {
  const sending = new Set(profiles.flatMap(({ running_campaign: one }) => (one ? [one.name] : [])));
  const [goes, pauses] = sending.size === 1 ? ['goes', 'pauses'] : ['go', 'pause'];
  return {
    title: `Switch off ${formatNoun(profiles.length, 'profile')}?`,
    body:
      sending.size === 0
        ? 'They send nothing until you switch them on again. None of them is in a running campaign.'
        : `They send nothing until you switch them on again. ${NAMES.format([...sending])} ${goes} on with other profiles, or ${pauses} where none is left.`,
    confirmLabel: `Switch off ${formatCount(profiles.length)}`,
    harmless: true,
  };
}
