import { Button } from '@mantine/core';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useServerEvent } from '../../api/realtime.ts';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { formatClockSeconds } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { profileKeys } from '../../query-keys.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useDelayed } from '../../ui/feedback/delayed.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { StatRow } from '../../ui/layout/stat-row.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { agentsQuery } from '../agents/api.ts';
import { NoAgentCard, useIsAgentThere } from '../agents/parts/no-agent-card.tsx';
import { allProfilesQuery } from '../profiles/api.ts';
import { profileHints, useKeptHints } from '../profiles/parts/folder-hints.ts';
import { useWindowRequests } from '../profiles/parts/window-requests.ts';
import { CheckSummary, ResultCard, type ResultContext, resultColumns } from './check-results.tsx';
import { type CheckRow, rowsOf, toRow } from './check-rows.ts';
import { ProfileGrid } from './profile-grid.tsx';
import { keepChoice, readChoice } from './saved-check.ts';
import css from './unread-checker.module.css';
import { type UnreadCheck, useUnreadCheck } from './use-unread-check.ts';

const FIGURES = ['Profiles Checked', 'Total Unread', 'Successful Checks'];

/** The number of conversations of each profile with unread messages, counted by the agent on request. */
export function UnreadCheckerPage() {
  const user = useUser();
  return user ? <UnreadChecker key={user.id} user_id={user.id} /> : null;
}

function UnreadChecker({ user_id }: { user_id: number }) {
  const check = useUnreadCheck(user_id);
  const agents = useQuery(agentsQuery);
  const isAgentThere = useIsAgentThere();
  const profiles = useQuery(allProfilesQuery);
  useLiveProfiles();
  const active = useMemo(
    () => profiles.data?.profiles.filter(({ is_active }) => is_active === 1),
    [profiles.data],
  );
  const { chosen, choose } = useChoice(user_id, active);
  const { isChecking, running, ended, failure, lookUp } = check;
  const endedRows = useMemo(() => ended?.results.results.map(toRow), [ended]);
  const rows = isChecking ? (running ? rowsOf(running) : []) : endedRows;
  // One press for all failed ones, which are shown one at a time.
  const retryAll = () =>
    Promise.all([profiles, agents, lookUp].map((query) => (query.error ? query.refetch() : undefined)));
  if (!active && profiles.error) {
    return (
      <Card>
        <ErrorState title="Failed to fetch profiles" error={profiles.error} onRetry={retryAll} />
      </Card>
    );
  }
  if (!agents.data && agents.error) {
    return (
      <Card>
        <ErrorState title="Failed to fetch agents" error={agents.error} onRetry={retryAll} />
      </Card>
    );
  }
  // All at once, so that nothing shifts.
  if (!active || isAgentThere === undefined || (lookUp.isPending && !lookUp.error)) return <PageSkeleton />;
  const hasNoProfile = active.length === 0 && !isChecking;
  return (
    <NoAgentCard loading="Loading profiles">
      <CheckToolbar check={check} isAgentThere={isAgentThere} chosen={chosen} />
      <LackingDrivers agents={agents.data?.agents ?? []} />
      {failure && !isChecking ? (
        <Notice tone="failed" icon={<IconAlertTriangle size={18} />} title="The last check failed">
          {failure}
        </Notice>
      ) : null}
      {lookUp.error && !ended ? (
        <Card className={css.summary}>
          <ErrorState title="Failed to check unread messages" error={lookUp.error} onRetry={lookUp.refetch} />
        </Card>
      ) : null}
      {hasNoProfile ? <NoActiveProfiles /> : null}
      {active.length > 0 && !isChecking ? (
        <ProfileGrid profiles={profiles.data?.profiles ?? []} chosen={chosen} onChoose={choose} />
      ) : null}
      {rows && (isChecking || ended) ? (
        <>
          <CheckSummary rows={rows} isRunning={isChecking} since={running?.created_at} />
          {rows.length > 0 ? <Results rows={rows} profiles={profiles.data?.profiles} /> : null}
        </>
      ) : null}
    </NoAgentCard>
  );
}

/** Names the machines beforehand that cannot count. */
function LackingDrivers({ agents }: { agents: Agent[] }) {
  return agents
    .filter(({ connected, drivers, counts_unread }) => connected && drivers.length > 0 && !counts_unread)
    .map(({ id, drivers, machine_name }) => (
      <Notice key={id} icon={<IconAlertTriangle size={18} />} title="Not counted on every machine.">
        The site driver <b dir="auto">{drivers.join(', ')}</b> on <b dir="auto">{machine_name}</b> does not
        count unread messages.
      </Notice>
    ));
}

type CheckToolbarProps = {
  check: UnreadCheck;
  isAgentThere: boolean | undefined;
  chosen: ReadonlySet<number>;
};

function CheckToolbar({ check, isAgentThere, chosen }: CheckToolbarProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { isChecking, ended, start, clear, lookUp } = check;
  const offReason =
    isChecking || lookUp.isPending
      ? 'A check is under way'
      : isAgentThere
        ? chosen.size === 0 && 'Select at least one profile'
        : 'No agent is connected';
  const clearAndKeepFocus = () => {
    void clear();
    // The button disappears with the results.
    requestAnimationFrame(() => frame.current?.querySelector('button')?.focus());
  };
  return (
    <div ref={frame}>
      <Toolbar
        filters={<State check={check} />}
        actions={
          <>
            {ended && !isChecking ? (
              <Button variant="default" onClick={clearAndKeepFocus}>
                Clear
              </Button>
            ) : null}
            <ReasonButton reason={offReason || undefined} onClick={() => start([...chosen])}>
              {isChecking ? 'Checking…' : 'Check Messages'}
            </ReasonButton>
          </>
        }
      />
    </div>
  );
}

/** The running check and its start, or the time of the results. */
function State({ check: { isChecking, running, ended } }: { check: UnreadCheck }) {
  const agents = useQuery(agentsQuery).data?.agents;
  if (isChecking && running) {
    const names = agents?.filter(({ id }) => running.agent_ids.includes(id)).map((one) => one.machine_name);
    const asked = names && names.length > 0 ? `Asked ${names.join(' and ')}` : 'Asked';
    return (
      <p className={`${css.banner} dimmed`}>
        {asked} at {formatClockSeconds(running.created_at)}
        {running.status === 'pending' ? '. Waiting for the agent' : ''}
      </p>
    );
  }
  if (!ended || isChecking) return <span />;
  return (
    <p className={`${css.banner} dimmed`}>
      <span>
        Last checked <DateTime iso={ended.checked_at} />
      </span>
      <span title="Kept in this browser">
        <Badge tone="pending">Saved</Badge>
      </span>
    </p>
  );
}

function Results({ rows, profiles }: { rows: CheckRow[]; profiles: Profile[] | undefined }) {
  const isSubscribed = useSubscriptionActive();
  const requests = useWindowRequests();
  const hints = useKeptHints(profileHints(rows));
  const context = useMemo<ResultContext>(() => {
    const active = new Map(profiles?.map(({ profile_path, is_active }) => [profile_path, is_active]));
    const openOff = (path: string) => {
      if (!isSubscribed) return 'Renew to open profiles';
      if (!active.has(path)) return 'No longer in Profiles';
      return active.get(path) === 1 ? undefined : 'Switch the profile on to open it';
    };
    return { openOff, requests, hints };
  }, [profiles, isSubscribed, requests, hints]);
  const columns = useMemo(() => resultColumns(context), [context]);
  return (
    <DataTable
      label="Detailed Results"
      title="Detailed Results"
      columns={columns}
      rows={rows}
      rowKey={({ profile_path }) => profile_path}
      query={{ isPending: false, error: null, refetch: () => undefined }}
      failure="Failed to get unread check results"
      card={(row) => <ResultCard row={row} context={context} />}
      empty={null}
    />
  );
}

/** The page before its content is known. */
function PageSkeleton() {
  const isVisible = useDelayed(true);
  if (!isVisible) return null;
  return (
    <Card flush className={css.summary}>
      <div aria-busy="true" role="status" aria-label="Loading the unread checker">
        <StatRow stats={FIGURES.map((label) => ({ label, value: undefined }))} />
      </div>
    </Card>
  );
}

function NoActiveProfiles() {
  return (
    <Card className={css.summary}>
      <EmptyState
        drawing="letterbox"
        title="No Active Profiles"
        sentence="You need at least one active profile to check for unread messages."
        action={<ButtonLink to={paths.profiles}>Go to Profiles</ButtonLink>}
      />
    </Card>
  );
}

/** The profiles to check: all free ones, until a choice was made. */
function useChoice(user_id: number, active: Profile[] | undefined) {
  const [choice, setChoice] = useState(() => readChoice(user_id));
  const chosen = useMemo(() => {
    const free = active?.filter(({ running_campaign }) => !running_campaign).map(({ id }) => id) ?? [];
    return new Set(choice ? free.filter((id) => choice.includes(id)) : free);
  }, [active, choice]);
  const choose = (ids: number[]) => {
    // A profile that a campaign uses for now stays chosen for later.
    const inUse =
      active?.filter(({ id, running_campaign }) => running_campaign && choice?.includes(id)) ?? [];
    const kept = [...ids, ...inUse.map(({ id }) => id)];
    setChoice(kept);
    keepChoice(user_id, kept);
  };
  return { chosen, choose };
}

/** A campaign that starts or ends takes profiles or frees them. */
function useLiveProfiles(): void {
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: profileKeys.all });
  useServerEvent('campaign_update', refetch);
  useServerEvent('agent_update', refetch);
}
