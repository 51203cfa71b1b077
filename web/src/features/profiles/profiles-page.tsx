import type { Profile, ProfileCounts } from '@pigeonpost/contract/calls/profiles';
import type { Answer } from '@pigeonpost/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSiteWords } from '../../account/site-words.ts';
import { useServerEvent } from '../../api/realtime.ts';
import { useRefetchOnProgress } from '../../api/refetch-soon.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { useCampaignsAtWork, useStartAgain } from '../../campaign-state/campaigns-at-work.ts';
import { profilesUsed } from '../../campaign-state/profiles-used.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { useListSearch } from '../../list-search.ts';
import { profileKeys } from '../../query-keys.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PageSizeSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import type { RowGroups } from '../../ui/table/row-group.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { agentsQuery } from '../agents/api.ts';
import { NoAgentCard } from '../agents/parts/no-agent-card.tsx';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { packQuery, profilesQuery, useCloseAllProfiles } from './api.ts';
import { useOpenAll } from './open-all.ts';
import { profileHints, useKeptHints } from './parts/folder-hints.ts';
import { ProfileDialog } from './parts/lazy-profile-dialog.ts';
import { restOf } from './parts/rest.ts';
import { useWindowRequests } from './parts/window-requests.ts';
import { ProfileBulk } from './profile-bulk.tsx';
import type { RowContext } from './profile-controls.tsx';
import { ProfileCard, profileColumns } from './profile-rows.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import css from './profiles.module.css';

const DEFAULT_LIMIT = 10;
const NEEDS_YOU = 'Needs you';

const route = getRouteApi('/users/profiles');

const idOf = ({ id }: Profile) => id;
const nameOf = ({ profile_name }: Profile) => profile_name;

/** The profiles: their present state, Open beside it, and the number that the pack still allows. */
export function ProfilesPage() {
  const { search, page, limit, change, onSearch, onPage, onSize } = useListSearch(DEFAULT_LIMIT);
  const { state } = route.useSearch();
  const query = useQuery(profilesQuery({ search, page, limit, state }));
  const rows = query.data?.profiles;
  const pack = useQuery(packQuery).data;
  const { mutate: closeAll } = useCloseAllProfiles();
  const [edited, setEdited] = useKeptState<Profile | 'new' | undefined>('profile dialog', undefined);
  const context = useRowContext(rows ?? [], setEdited);
  const selection = useSelection({ rows, id: idOf, label: nameOf });
  const counts = query.data?.counts;
  const groups = useGroups(state ? undefined : counts);
  useLiveProfiles();
  const columns = useMemo(() => profileColumns(context), [context]);
  const totalItems = query.data?.pagination.totalItems ?? 0;
  const isFirst = counts?.all === 0 && search === '';
  const addOff = addOffReason(pack, context.offReason);
  return (
    <>
      <SubscriptionNotice>
        Profiles cannot be added, changed or opened until you renew; closing them still works.
      </SubscriptionNotice>
      <NoAgentCard loading="Loading profiles">
        {isFirst ? null : (
          <Toolbar
            isPending={query.isPending}
            search={{ label: 'Search profiles', value: search, onSearch }}
            filters={<PageSizeSelect value={limit} onSize={onSize} />}
            actions={
              <>
                <p className={`${css.count} dimmed`}>{formatPackUse(pack)}</p>
                <OpenAllButton offReason={context.offReason} />
                <ReasonButton variant="default" onClick={() => closeAll()}>
                  Close all
                </ReasonButton>
              </>
            }
            primary={{ label: 'Add Profile', onPress: () => setEdited('new'), offReason: addOff }}
          />
        )}
        {isFirst ? null : (
          <ProfileTabs counts={counts} value={state} onState={(next) => change({ state: next })} />
        )}
        <DataTable
          label="Profiles"
          columns={columns}
          rows={rows}
          selection={isFirst ? undefined : selection}
          bulkBar={
            rows && selection.ids.size > 0 ? (
              <ProfileBulk selection={selection} rows={rows} context={context} />
            ) : null
          }
          groups={groups}
          rowKey={({ id }) => id}
          query={query}
          failure="Failed to fetch profiles"
          skeletonRows={Math.min(limit, DEFAULT_LIMIT)}
          card={(profile) => <ProfileCard profile={profile} context={context} />}
          empty={
            isFirst ? (
              <FirstProfile onAdd={() => setEdited('new')} offReason={addOff} />
            ) : (
              <NoMatch
                noun="profile"
                page={page}
                onPage={onPage}
                onReset={() => change({ search: '', state: undefined })}
              />
            )
          }
          foot={<Pagination page={page} pageSize={limit} totalItems={totalItems} onPage={onPage} />}
        />
      </NoAgentCard>
      {edited ? (
        <ProfileDialog
          profile={edited === 'new' ? undefined : (rows?.find(({ id }) => id === edited.id) ?? edited)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  );
}

/** The group of a profile, if some need their owner. */
function useGroups(counts: ProfileCounts | undefined): RowGroups<Profile> | undefined {
  const { all = 0, needs_you = 0 } = counts ?? {};
  return useMemo(() => {
    if (needs_you === 0) return undefined;
    return {
      of: (profile) => (profile.is_active === 1 && restOf(profile) ? NEEDS_YOU : 'In order of name'),
      head: (kind) => (
        <>
          <b>{kind}</b> {formatCount(kind === NEEDS_YOU ? needs_you : all - needs_you)}
        </>
      ),
    };
  }, [all, needs_you]);
}

function useRowContext(profiles: Profile[], onEdit: (profile: Profile) => void): RowContext {
  const hints = useKeptHints(profileHints(profiles));
  const offReason = useSubscriptionActive() ? undefined : 'Renew to use profiles';
  const agents = useQuery(agentsQuery).data?.agents;
  const requests = useWindowRequests();
  const campaigns = useCampaignsAtWork();
  const startAgain = useStartAgain(campaigns);
  return useMemo(() => {
    const machineOf = ({ agent_id }: Profile) =>
      agents && agents.length > 1 ? agents.find(({ id }) => id === agent_id)?.machine_name : undefined;
    const campaignOf = (profile_id: number) =>
      campaigns?.find((one) => one.status !== 'pending' && profilesUsed(one).includes(profile_id));
    return { requests, offReason, onEdit, startAgain, campaignOf, machineOf, hints };
  }, [requests, offReason, onEdit, startAgain, campaigns, agents, hints]);
}

/** Opens all, or cancels opening: the same button, which keeps the focus. */
function OpenAllButton({ offReason }: { offReason: string | undefined }) {
  const { run, openAll, cancel } = useOpenAll();
  const progress = run ? `Opening ${formatCount(run.opened)} of ${formatCount(run.of)}` : '';
  return (
    <>
      <p className={`${css.count} dimmed`} role="status">
        {progress}
      </p>
      <ReasonButton
        variant="default"
        reason={run ? undefined : offReason}
        {...(run ? { 'aria-label': 'Cancel opening' } : {})}
        onClick={run ? cancel : openAll}
      >
        {run ? 'Cancel' : 'Open all'}
      </ReasonButton>
    </>
  );
}

type FirstProfileProps = { onAdd: () => void; offReason: string | undefined };

function FirstProfile({ onAdd, offReason }: FirstProfileProps) {
  const { account } = useSiteWords();
  return (
    <EmptyState
      drawing="wire"
      title="No profiles yet"
      sentence={`A profile is a Firefox profile on your computer that is signed in to one ${account}.`}
      action={
        <ReasonButton reason={offReason} onClick={onAdd}>
          Add Profile
        </ReasonButton>
      }
    />
  );
}

type Pack = Answer<'GET /api/profiles/pack-info'> | undefined;

function addOffReason(pack: Pack, expired: string | undefined): string | undefined {
  if (expired) return 'Renew to add profiles';
  if (!pack || pack.canAddMore) return undefined;
  const { name, maxProfiles } = pack.packInfo;
  return `Your ${name} plan allows ${maxProfiles} profiles. Upgrade to Pro to add more.`;
}

function formatPackUse(pack: Pack): string {
  // Its line is reserved beforehand.
  if (!pack) return '\u00a0';
  const { maxProfiles } = pack.packInfo;
  const count = pack.currentProfileCount;
  return maxProfiles === null
    ? formatNoun(count, 'profile')
    : `${formatCount(count)} of ${formatCount(maxProfiles)} profiles`;
}

/** Keeps the profiles current: a sent message moves the next one, a disconnected machine closes its windows. */
function useLiveProfiles(): void {
  const queries = useQueryClient();
  useRefetchOnProgress(profileKeys.pages);
  useServerEvent('agent_update', () => queries.invalidateQueries({ queryKey: profileKeys.all }));
}
