import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { PROFILE_IN_RUNNING_CAMPAIGN } from '@pigeonpost/contract/campaigns';
import { useMemo, useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { formatUsername } from '../profiles/parts/format-username.ts';
import type { ProfileChoice } from '../profiles/parts/picking-order.ts';
import { ProfilePicker } from '../profiles/parts/profile-picker.tsx';
import { restTags } from '../profiles/parts/rest.ts';
import css from './unread-checker.module.css';

type ProfileGridProps = {
  /** All profiles; switched-off ones are not shown. */
  profiles: Profile[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: number[]) => void;
};

/** The profiles to check; those of running campaigns cannot be chosen and come last. */
export function ProfileGrid({ profiles, chosen, onChoose }: ProfileGridProps) {
  const [search, setSearch] = useState('');
  const active = useMemo(() => profiles.filter(({ is_active }) => is_active === 1), [profiles]);
  const found = useMemo(() => active.filter((profile) => matches(profile, search)), [active, search]);
  return (
    <ProfilePicker
      className={css.summary}
      legend="Profiles to check"
      clearLabel="Clear All"
      profiles={found}
      others={active}
      total={active.length}
      choiceOf={choiceOf}
      chosen={chosen}
      onChoose={onChoose}
      search={search}
      onSearch={setSearch}
      leftOut={formatNotChecked(profiles)}
    />
  );
}

function choiceOf(profile: Profile): ProfileChoice {
  const { running_campaign, insta_username } = profile;
  return {
    isFree: running_campaign === null,
    note: running_campaign
      ? `Sending ${running_campaign.name}`
      : insta_username
        ? formatUsername(insta_username)
        : 'No username',
    tags: [...restTags(profile), ...(running_campaign ? ['In Use'] : [])],
    refusal: PROFILE_IN_RUNNING_CAMPAIGN,
  };
}

/** Whether its name, @account or folder contains the text, like the search of Profiles. */
function matches({ profile_name, insta_username, profile_path }: Profile, search: string): boolean {
  const texts = [profile_name, insta_username ? `@${insta_username}` : '', profile_path];
  return texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));
}

/** '9 are sending and are not checked. 4 are switched off.' */
function formatNotChecked(profiles: Profile[]): string | undefined {
  const sending = profiles.filter(({ is_active, running_campaign }) => is_active === 1 && running_campaign);
  const off = profiles.filter(({ is_active }) => is_active === 0);
  const are = (count: number) => `${formatCount(count)} ${count === 1 ? 'is' : 'are'}`;
  const lines = [
    ...(sending.length > 0 ? [`${are(sending.length)} sending and not checked.`] : []),
    ...(off.length > 0 ? [`${are(off.length)} switched off and not shown.`] : []),
  ];
  return lines.join(' ') || undefined;
}
