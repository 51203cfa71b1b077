import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../account/site.ts';
import { agentsQuery, approvedQuery } from '../../agents/api.ts';
import { SettingLines, useNeed } from '../setting-lines.tsx';
import { MachinesLine } from './machines-line.tsx';
import { SiteLine } from './site-line.tsx';

/** Where messages go, and the machines that send them. */
export function AgentsPart() {
  const site = useQuery(siteQuery);
  const agents = useQuery(agentsQuery);
  const approved = useQuery(approvedQuery);
  const needs = [
    useNeed(site, 'Failed to fetch the site'),
    useNeed(agents, 'Failed to fetch agents'),
    useNeed(approved, 'Failed to fetch the approved machines'),
  ];
  return (
    <SettingLines label="Site and agents" needs={needs}>
      {site.data ? <SiteLine {...site.data} /> : null}
      {agents.data && approved.data ? (
        <MachinesLine agents={agents.data.agents} approved={approved.data.pairings} />
      ) : null}
    </SettingLines>
  );
}
