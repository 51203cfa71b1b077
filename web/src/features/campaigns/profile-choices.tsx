import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { toast } from '../../ui/toast.ts';
import { profilePickerQuery } from './api.ts';
import css from './new-campaign.module.css';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { freeFirst, profileChoice, refusal } from './profile-choice.ts';

/** The profiles as cards: free ones first, the others with their reason. */
export function ProfileChoices({ form }: { form: NewCampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(profilePickerQuery(search));
  const profiles = freeFirst(data?.profiles ?? []);
  const free = profiles.filter((profile) => profileChoice(profile).isFree);
  const { profileIds, setProfileIds } = form;
  const isSearched = search !== '' || (data?.pagination.totalItems ?? 0) > profiles.length;
  const selectAll = () => setProfileIds(new Set([...profileIds, ...free.map(({ id }) => id)]));
  return (
    <Card>
      <fieldset className={css.group}>
        <legend className={css.unseen}>Profiles</legend>
        <div className={css.groupHead}>
          <h2>Profiles</h2>
          <p
            className={css.count}
            data-fault={Boolean(form.faults.profiles)}
            tabIndex={-1}
            aria-live="polite"
          >
            {form.faults.profiles ?? countWords(profileIds.size, free.length)}
          </p>
          <Button variant="subtle" size="compact-sm" onClick={selectAll}>
            Select All
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setProfileIds(new Set())}>
            Clear
          </Button>
        </div>
        {isSearched ? (
          <div className={css.search}>
            <SearchField label="Search profiles" value={search} onSearch={setSearch} slashFocuses={false} />
          </div>
        ) : null}
        {data && profiles.length === 0 ? (
          <p className={css.quiet}>{search ? `No profile matches '${search}'.` : 'No profiles yet.'}</p>
        ) : null}
        <div className={css.grid}>
          {profiles.map((profile) => {
            const { isFree, note, tag } = profileChoice(profile);
            return (
              <ChoiceCard
                key={profile.id}
                title={profile.profile_name}
                note={note}
                tag={tag}
                off={!isFree}
                checked={isFree && profileIds.has(profile.id)}
                onChange={() => setProfileIds(toggled(profileIds, profile.id))}
                onRefuse={() => toast.warning(refusal(profile))}
              />
            );
          })}
        </div>
      </fieldset>
    </Card>
  );
}

function countWords(selected: number, free: number): string {
  return `${formatCount(selected)} of ${formatCount(free)} free profiles selected`;
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
