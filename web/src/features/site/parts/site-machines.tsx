import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../account/site.ts';
import { agentsQuery } from '../../agents/api.ts';
import { formatAgent } from '../../agents/parts/format-agent.ts';
import { siteTrouble } from '../../agents/parts/site-trouble.ts';
import css from './site-machines.module.css';

/** The machines that do not write to the chosen site, each with its reason. */
export function SiteMachines() {
  const site = useQuery(siteQuery).data?.site ?? null;
  const agents = useQuery(agentsQuery).data?.agents ?? [];
  const troubled = agents.flatMap((agent) => {
    const trouble = siteTrouble(agent, site);
    return trouble === undefined ? [] : [{ agent, trouble }];
  });
  return (
    <div role="status">
      {troubled.length > 0 ? (
        <ul className={css.machines}>
          {troubled.map(({ agent, trouble }) => (
            <li key={agent.id}>
              <b dir="auto">{formatAgent(agent)}</b>: {trouble}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
