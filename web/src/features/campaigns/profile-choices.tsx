import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { ChoiceGroup } from '../../ui/form/choice-group.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { profilePickerQuery } from '../profiles/api.ts';
import { profileHints } from '../profiles/parts/folder-hints.ts';
import css from './new-campaign.module.css';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { inPickingOrder, profileChoice, refusal } from './profile-choice.ts';

// As many as are seen without scrolling: fewer need no search.
const SEEN_AT_ONCE = 8;

/** The profiles as cards in a scroller of their own: chosen ones first, then the free, then the others with their reason. */
export function ProfileChoices({ form: { form, profile_ids } }: { form: NewCampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(profilePickerQuery(search));
  const first = useQuery(profilePickerQuery()).data?.profiles ?? [];
  const profiles = useOrder(data?.profiles, profile_ids);
  // A search may find one of two that share a name.
  const hints = profileHints([...first, ...profiles]);
  const free = profiles.filter((profile) => profileChoice(profile).isFree);
  const chosen = new Set(profile_ids);
  const choose = (ids: Iterable<number>) => form.setFieldValue('profile_ids', [...ids]);
  const isSearched = search !== '' || (data?.pagination.totalItems ?? 0) > SEEN_AT_ONCE;
  const selectAll = () => choose(new Set([...chosen, ...free.map(({ id }) => id)]));
  return (
    <Card>
      <ChoiceGroup
        legend="Profiles"
        title="Profiles"
        count={data ? formatSelected(chosen.size, free.length) : '\u00a0'}
        error={form.errors.profile_ids}
        clearLabel="Clear"
        onSelectAll={selectAll}
        onClear={() => choose([])}
      >
        {isSearched ? (
          <div className={css.search}>
            <SearchField label="Search profiles" value={search} onSearch={setSearch} slashFocuses={false} />
          </div>
        ) : null}
        {data && profiles.length === 0 ? (
          <p className={css.quiet}>{search ? `No profile matches '${search}'.` : <NoProfiles />}</p>
        ) : null}
        {/* A scroller has to be reached by keyboard. */}
        <section
          className={css.grid}
          tabIndex={profiles.length === 0 ? undefined : 0}
          aria-label="Profiles to choose from"
        >
          {profiles.map((profile) => {
            const { isFree, note, tags } = profileChoice(profile);
            return (
              <ChoiceCard
                key={profile.id}
                title={profile.profile_name}
                hint={hints.get(profile.profile_path)}
                note={note}
                tags={tags}
                off={!isFree}
                checked={isFree && chosen.has(profile.id)}
                onChange={() => choose(toggled(chosen, profile.id))}
                onRefuse={() => toast.warning(refusal(profile))}
              />
            );
          })}
        </section>
      </ChoiceGroup>
    </Card>
  );
}

function NoProfiles() {
  return (
    <>
      No profiles yet. <Link to={paths.profiles}>Add a profile</Link>
    </>
  );
}

/** The order of when these profiles came: a card that is ticked stays where it is. */
function useOrder(profiles: Profile[] | undefined, chosenIds: readonly number[]): Profile[] {
  const [ordered, setOrdered] = useState<{ from: Profile[]; profiles: Profile[] }>();
  if (!profiles || ordered?.from === profiles) return ordered?.profiles ?? [];
  const next = { from: profiles, profiles: inPickingOrder(profiles, new Set(chosenIds)) };
  setOrdered(next);
  return next.profiles;
}

function formatSelected(selected: number, free: number): string {
  return `${formatCount(selected)} of ${formatCount(free)} free profiles selected`;
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
