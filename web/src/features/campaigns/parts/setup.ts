import type { SiteChoice } from '@pigeonpost/contract/account/site';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../account/site.ts';
import { agentDownloadsQuery, agentsQuery } from '../../agents/api.ts';
import { listPickerQuery } from '../../lists/api.ts';
import { allProfilesQuery } from '../../profiles/api.ts';
import { templatePickerQuery } from '../../templates/api.ts';

/** The existing parts for a first campaign; undefined until known. */
export type Setup = {
  /** A connected one. */
  agent: Agent | undefined;
  /** What the account writes to; null: not chosen. */
  site: SiteChoice | null;
  /** Whether the site is a step: it was chosen here, or no agent has a driver and this is no server for trials. */
  isSiteAsked: boolean;
  /** Whether everything is fetched, or has failed: the steps then stay in place. */
  isKnown: boolean;
  /** The ones that are switched on and signed in. */
  profiles: number | undefined;
  templates: number | undefined;
  lists: number | undefined;
  /** In all lists together. */
  recipients: number | undefined;
  /** The newest empty list. */
  emptyListId: number | undefined;
};

const isAbleToSend = ({ is_active, signed_out_at, blocked_at }: Profile) =>
  is_active === 1 && signed_out_at === null && blocked_at === null;

/** Fetches what a first campaign needs: each step ticks itself. */
export function useSetup(): Setup {
  const agents = useQuery(agentsQuery);
  const downloads = useQuery(agentDownloadsQuery);
  const listPage = useQuery(listPickerQuery());
  const profiles = useQuery(allProfilesQuery);
  const templates = useQuery(templatePickerQuery());
  const chosen = useQuery(siteQuery);
  const site = chosen.data?.site ?? null;
  const agent = agents.data?.agents.find(({ connected }) => connected);
  const lists = listPage.data;
  return {
    agent,
    site,
    isSiteAsked: chosen.data?.is_practice === false && (site !== null || !hasDriver(agents.data?.agents)),
    isKnown: ![agents, downloads, listPage, profiles, templates, chosen].some(({ isPending }) => isPending),
    profiles: profiles.data?.profiles.filter(isAbleToSend).length,
    templates: templates.data?.pagination.totalItems,
    lists: lists?.pagination.totalItems,
    recipients: lists?.lists.reduce((sum, { recipient_count }) => sum + recipient_count, 0),
    emptyListId: lists?.lists.find(({ recipient_count }) => recipient_count === 0)?.id,
  };
}

const hasDriver = (agents: Agent[] = []) => agents.some(({ drivers }) => drivers.length > 0);
