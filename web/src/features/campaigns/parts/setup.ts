import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { agentDownloadsQuery, agentsQuery } from '../../agents/api.ts';
import { listPickerQuery } from '../../lists/api.ts';
import { allProfilesQuery } from '../../profiles/api.ts';
import { templatePickerQuery } from '../../templates/api.ts';

/** What there is for a first campaign; undefined until it is known. */
export type Setup = {
  /** One that is connected. */
  agent: Agent | undefined;
  /** Whether all of it is known, as far as it could be fetched: the steps then stand where they stay. */
  isKnown: boolean;
  /** Those that are on and signed in. */
  profiles: number | undefined;
  templates: number | undefined;
  lists: number | undefined;
  /** In all lists together. */
  recipients: number | undefined;
  /** The newest list with nobody in it. */
  emptyListId: number | undefined;
};

const isAbleToSend = ({ is_active, signed_out_at, blocked_at }: Profile) =>
  is_active === 1 && signed_out_at === null && blocked_at === null;

/** Reads what a first campaign needs: each step ticks itself. */
export function useSetup(): Setup {
  const agents = useQuery(agentsQuery);
  const downloads = useQuery(agentDownloadsQuery);
  const listPage = useQuery(listPickerQuery());
  const profiles = useQuery(allProfilesQuery);
  const templates = useQuery(templatePickerQuery());
  const lists = listPage.data;
  return {
    agent: agents.data?.agents.find(({ connected }) => connected),
    isKnown: ![agents, downloads, listPage, profiles, templates].some(({ isPending }) => isPending),
    profiles: profiles.data?.profiles.filter(isAbleToSend).length,
    templates: templates.data?.pagination.totalItems,
    lists: lists?.pagination.totalItems,
    recipients: lists?.lists.reduce((sum, { recipient_count }) => sum + recipient_count, 0),
    emptyListId: lists?.lists.find(({ recipient_count }) => recipient_count === 0)?.id,
  };
}
