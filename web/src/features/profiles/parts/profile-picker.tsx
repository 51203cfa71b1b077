import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ChoiceCard } from '../../../ui/form/choice-card.tsx';
import { ChoiceGroup } from '../../../ui/form/choice-group.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { profileHints } from './folder-hints.ts';
import { inPickingOrder, type ProfileChoice } from './picking-order.ts';
import css from './profile-picker.module.css';

// As many as are visible without scrolling: fewer need no search.
const SEEN_AT_ONCE = 8;

type ProfilePickerProps = {
  legend: string;
  clearLabel: 'Clear' | 'Clear All';
  /** The count beside the title: '3 of 12 free profiles selected'. */
  counted?: 'free profiles';
  /** The matching ones; undefined until the first answer. */
  profiles: Profile[] | undefined;
  /** Other profiles, so that two with the same name get hints also if the search shows only one. */
  others?: Profile[];
  /** The number of matches, if `profiles` are only the first of them. */
  total: number;
  /** The number of free ones, if `profiles` are only the first of them. */
  free?: number | undefined;
  choiceOf: (profile: Profile) => ProfileChoice;
  chosen: ReadonlySet<number>;
  onChoose: (ids: number[]) => void;
  search: string;
  onSearch: (text: string) => void;
  /** The line about profiles that cannot be chosen, with the reasons. */
  leftOut: string | undefined;
  error?: ReactNode;
  className?: string | undefined;
};

/** Profiles as cards in their own scroller: chosen ones first, then the free, then the others with their reason. */
export function ProfilePicker(props: ProfilePickerProps) {
  const { legend, clearLabel, choiceOf, chosen, onChoose, search, onSearch, leftOut } = props;
  const profiles = useOrder(props.profiles, chosen, choiceOf);
  const hints = profileHints([...(props.others ?? []), ...profiles]);
  const free = profiles.filter((profile) => choiceOf(profile).isFree);
  const isSearched = search !== '' || props.total > SEEN_AT_ONCE;
  const toggle = (id: number) =>
    onChoose(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]);
  return (
    <Card className={props.className}>
      <ChoiceGroup
        legend={legend}
        title="Profiles"
        count={
          props.profiles
            ? formatSelected({
                selected: chosen.size,
                free: props.free ?? free.length,
                search,
                counted: props.counted,
              })
            : '\u00a0'
        }
        error={props.error}
        clearLabel={clearLabel}
        onSelectAll={() => onChoose([...new Set([...chosen, ...free.map(({ id }) => id)])])}
        onClear={() => onChoose([])}
      >
        {isSearched ? (
          <div className={css.search}>
            <SearchField label="Search profiles" value={search} onSearch={onSearch} slashFocuses={false} />
          </div>
        ) : null}
        {props.profiles && profiles.length === 0 ? (
          <p className={`${css.quiet} dimmed`}>
            {search ? `No profile matches '${search}'.` : <NoProfiles />}
          </p>
        ) : null}
        {/* A scroller must be reachable by keyboard. */}
        <section
          className={css.grid}
          tabIndex={profiles.length === 0 ? undefined : 0}
          aria-label="Profiles to choose from"
        >
          {profiles.map((profile) => {
            const { isFree, note, tags, refusal } = choiceOf(profile);
            return (
              <ChoiceCard
                key={profile.id}
                title={profile.profile_name}
                hint={hints.get(profile.profile_path)}
                note={note}
                tags={tags}
                off={!isFree}
                checked={isFree && chosen.has(profile.id)}
                onChange={() => toggle(profile.id)}
                onRefuse={() => toast.warning(refusal)}
              />
            );
          })}
        </section>
        {props.profiles && leftOut ? (
          <p className={`${css.leftOut} dimmed`}>
            {leftOut} <Link to={paths.profiles}>Show profiles</Link>
          </p>
        ) : null}
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

/** The order from when these profiles were fetched: a card that is ticked stays in place. */
function useOrder(
  profiles: Profile[] | undefined,
  chosen: ReadonlySet<number>,
  choiceOf: (profile: Profile) => ProfileChoice,
): Profile[] {
  const [ordered, setOrdered] = useState<{ from: Profile[]; profiles: Profile[] }>();
  if (!profiles || ordered?.from === profiles) return ordered?.profiles ?? [];
  const next = { from: profiles, profiles: inPickingOrder(profiles, { chosen, choiceOf }) };
  setOrdered(next);
  return next.profiles;
}

type Selected = { selected: number; free: number; search: string; counted: string | undefined };

function formatSelected({ selected, free, search, counted }: Selected): string {
  if (search !== '') return `${formatCount(selected)} selected, ${formatCount(free)} free ones match`;
  return [formatCount(selected), 'of', formatCount(free), counted, 'selected'].filter(Boolean).join(' ');
}
