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
  /** Whether it is known if one is there, and how one is started. */
  isStartKnown: boolean;
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
  const agents = useQuery(agentsQuery).data?.agents;
  const downloads = useQuery(agentDownloadsQuery);
  const lists = useQuery(listPickerQuery()).data;
  const profiles = useQuery(allProfilesQuery).data?.profiles;
  return {
    agent: agents?.find(({ connected }) => connected),
    isStartKnown: agents !== undefined && !downloads.isPending,
    profiles: profiles?.filter(isAbleToSend).length,
    templates: useQuery(templatePickerQuery()).data?.pagination.totalItems,
    lists: lists?.pagination.totalItems,
    recipients: lists?.lists.reduce((sum, { recipient_count }) => sum + recipient_count, 0),
    emptyListId: lists?.lists.find(({ recipient_count }) => recipient_count === 0)?.id,
  };
}
