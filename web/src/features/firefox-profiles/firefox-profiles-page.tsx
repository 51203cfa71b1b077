import { Loader } from '@mantine/core';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconDeviceLaptopOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSiteWords } from '../../account/site-words.ts';
import { formatNoun } from '../../format/format-number.ts';
import { formatTotalSize } from '../../format/format-size.ts';
import { formatDateTime } from '../../format/format-time.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Waiting } from '../../ui/feedback/run-progress.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { agentsQuery } from '../agents/api.ts';
import { AgentCommandText } from '../agents/parts/agent-start.tsx';
import { NoAgentCard } from '../agents/parts/no-agent-card.tsx';
import { shownProfiles } from '../profiles/parts/firefox-profiles.ts';
import css from './firefox-profiles.module.css';
import { type Installation, InstallationCard } from './installation-card.tsx';
import { FirefoxCard, firefoxColumns, useRowContext } from './profile-rows.tsx';
import { type FirefoxRequests, LIST_FAILED, useFirefoxRequests } from './use-firefox-requests.ts';

// As many as are visible without scrolling: fewer need no search.
const SEEN_AT_ONCE = 8;

const CreateDialog = lazyPart(() => import('./create-dialog.tsx').then((m) => m.CreateDialog));

/** The Firefox profiles of a machine, which its agent makes, tests and deletes. */
export function FirefoxProfilesPage() {
  const query = useQuery(agentsQuery);
  const { error, refetch } = useFetchFailure(query, LIST_FAILED);
  const { machine } = useSearch({ strict: false });
  const agents = query.data?.agents;
  if (!agents) {
    return error ? (
      <Card>
        <ErrorState title={LIST_FAILED} error={error} onRetry={refetch} />
      </Card>
    ) : (
      <Waiting label="Loading Firefox profiles" />
    );
  }
  const chosen =
    agents.find(({ id }) => id === machine) ?? agents.find(({ connected }) => connected) ?? agents[0];
  return (
    <NoAgentCard loading="Loading Firefox profiles">
      {chosen ? <MachineProfiles agent={chosen} agents={agents} /> : <NoMachine />}
    </NoAgentCard>
  );
}

const NO_AGENT = 'No agent is connected';

/** The screen before any machine was ever connected, with everything off. */
function NoMachine() {
  return (
    <>
      <Toolbar
        filters={<span />}
        actions={
          <ReasonButton variant="default" leftSection={<IconRefresh size={16} />} reason={NO_AGENT}>
            Refresh
          </ReasonButton>
        }
        primary={{ label: 'Create Profile', onPress: () => undefined, offReason: NO_AGENT }}
      />
      <Card>
        <NoProfiles
          sentence="They are listed here once an agent is connected."
          createOff={NO_AGENT}
          onCreate={() => undefined}
        />
      </Card>
    </>
  );
}

type MachineProps = { agent: Agent; agents: Agent[] };

function MachineProfiles({ agent, agents }: MachineProps) {
  const { id, machine_name, connected } = agent;
  const requests = useFirefoxRequests(id, connected);
  const { list, inFlight, isAsking, refresh } = requests;
  const [isCreating, setCreating] = useKeptState('firefox profile dialog', false);
  const firefox = installationOf(agent, list);
  const offReason = offReasonOf(agent, isAsking || inFlight.length > 0);
  const createOff = offReason ?? (firefox && !firefox.detected ? 'Firefox was not found' : undefined);
  return (
    <>
      {connected || !agents.some((one) => one.connected) ? null : <AwayNotice machine={machine_name} />}
      <Toolbar
        filters={
          <>
            {agents.length > 1 ? <MachineSelect agent={agent} agents={agents} /> : null}
            <p className={`${css.read} dimmed`} role="status">
              {inFlight.length > 0 ? <Loader size={14} /> : null}
              {formatState(inFlight, list)}
            </p>
          </>
        }
        actions={
          <ReasonButton
            variant="default"
            leftSection={<IconRefresh size={16} />}
            reason={offReason}
            onClick={refresh}
          >
            Refresh
          </ReasonButton>
        }
        primary={{ label: 'Create Profile', onPress: () => setCreating(true), offReason: createOff }}
      />
      {firefox ? <InstallationCard firefox={firefox} machine={machine_name} /> : null}
      {firefox && !firefox.detected ? null : (
        <ProfileTable
          agent={agent}
          requests={requests}
          offReason={offReason}
          createOff={createOff}
          onCreate={() => setCreating(true)}
        />
      )}
      {isCreating ? (
        <CreateDialog
          agent_id={id}
          machine={machine_name}
          taken={list ? shownProfiles(list).map(({ name }) => name) : []}
          track={requests.track}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </>
  );
}

type TableProps = {
  agent: Agent;
  requests: FirefoxRequests;
  offReason: string | undefined;
  createOff: string | undefined;
  onCreate: () => void;
};

function ProfileTable({ agent, requests, offReason, createOff, onCreate }: TableProps) {
  const { list, error, inFlight, refresh } = requests;
  const { search, onSearch } = useListSearch(0);
  const { account } = useSiteWords();
  const shown = useMemo(() => list && inNaturalOrder(shownProfiles(list)), [list]);
  const profiles = useMemo(() => shown?.filter((profile) => matches(profile, search)), [shown, search]);
  const { track } = requests;
  const context = useRowContext({ agent_id: agent.id, profiles, inFlight, offReason, track });
  const columns = useMemo(() => firefoxColumns(context), [context]);
  const isSearched = search !== '' || (shown?.length ?? 0) > SEEN_AT_ONCE;
  return (
    <>
      {isSearched ? <Toolbar search={{ label: 'Search Firefox profiles', value: search, onSearch }} /> : null}
      <DataTable
        label="Firefox profiles"
        columns={columns}
        // A disconnected machine's missing report is not being fetched.
        rows={profiles ?? (agent.connected ? undefined : [])}
        rowKey={({ path }) => path}
        query={{ isPending: !error, error, refetch: refresh }}
        failure={LIST_FAILED}
        skeletonRows={4}
        card={(profile) => <FirefoxCard profile={profile} context={context} />}
        empty={
          search !== '' && shown && shown.length > 0 ? (
            <NoMatch noun="Firefox profile" page={1} onPage={() => undefined} onReset={() => onSearch('')} />
          ) : (
            <NoProfiles
              sentence={
                profiles || agent.connected
                  ? `Each ${account} sends from a Firefox profile of its own.`
                  : `The profiles of ${agent.machine_name} are listed here once its agent is connected.`
              }
              createOff={createOff}
              onCreate={onCreate}
            />
          )
        }
        foot={
          <p className={`${css.foot} dimmed`}>
            {formatNoun(profiles?.length ?? 0, 'profile')},{' '}
            {formatTotalSize((profiles ?? []).reduce((sum, { size_mb }) => sum + size_mb, 0))}. Firefox’s own
            default profiles are not shown.
          </p>
        }
      />
    </>
  );
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function inNaturalOrder(profiles: FirefoxProfile[]): FirefoxProfile[] {
  return profiles.toSorted((a, b) => natural.compare(a.name, b.name) || natural.compare(a.path, b.path));
}

/** Whether its name or its path, which ends in its folder, contains the text. */
function matches({ name, path }: FirefoxProfile, search: string): boolean {
  const text = search.trim().toLowerCase();
  return name.toLowerCase().includes(text) || path.toLowerCase().includes(text);
}

type NoProfilesProps = { sentence: string; createOff: string | undefined; onCreate: () => void };

function NoProfiles({ sentence, createOff, onCreate }: NoProfilesProps) {
  return (
    <EmptyState
      drawing="loft"
      title="No Firefox profiles found"
      sentence={sentence}
      action={
        <ReasonButton reason={createOff} onClick={onCreate}>
          Create Your First Profile
        </ReasonButton>
      }
    />
  );
}

function MachineSelect({ agent, agents }: MachineProps) {
  const navigate = useNavigate();
  return (
    <FilterSelect
      label="Machine"
      isLabelShown
      className={css.machine}
      options={agents.map(({ id, machine_name, connected }) => ({
        value: String(id),
        label: connected ? machine_name : `${machine_name} (not connected)`,
      }))}
      value={String(agent.id)}
      onChange={(id) =>
        navigate({ to: '.', search: (before) => ({ ...before, machine: Number(id) }), resetScroll: false })
      }
    />
  );
}

function AwayNotice({ machine }: { machine: string }) {
  return (
    <Notice icon={<IconDeviceLaptopOff size={18} />} title={`${machine} is not connected`}>
      Start its agent there with <AgentCommandText />. This page continues when it is connected.
    </Notice>
  );
}

/** The list's data, or until there is one, the machine's own report. */
function installationOf({ firefox }: Agent, list: ProfileRequest | undefined): Installation | undefined {
  const version = firefox?.version ?? null;
  if (list?.results) return { ...(list.results as Omit<Installation, 'version'>), version };
  return firefox ? { ...firefox, firefox_executable: firefox.executable } : undefined;
}

function offReasonOf({ connected, machine_name }: Agent, isAtWork: boolean): string | undefined {
  if (!connected) return `${machine_name} is not connected`;
  return isAtWork ? 'The agent is at work' : undefined;
}

const AT_WORK = {
  list: 'Reading the profiles…',
  create: 'Creating a profile…',
  delete: 'Deleting…',
  test: 'Testing…',
};

function formatState(inFlight: ProfileRequest[], list: ProfileRequest | undefined): string {
  // Every change is followed by a list request; the change's text is more useful.
  const request = inFlight.find(({ request_type }) => request_type !== 'list') ?? inFlight[0];
  if (request?.status === 'pending') return 'Waiting for the agent…';
  if (request) return AT_WORK[request.request_type as keyof typeof AT_WORK];
  return list?.completed_at ? `Read ${formatDateTime(list.completed_at)}` : '';
}
