import type { SiteChoice } from '@pigeonpost/contract/account/site';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import { isScript } from './format-agent.ts';

/** Why a machine does not write to the chosen site; undefined if it does, or none was chosen. */
export function siteTrouble(
  agent: Pick<
    Agent,
    'platform' | 'takes_site' | 'is_changing_site' | 'site_error' | 'connected' | 'firefox' | 'drivers'
  >,
  site: SiteChoice | null,
): string | undefined {
  if (isScript(agent) || !agent.firefox) return undefined;
  if (!agent.takes_site) {
    if (!site) return undefined;
    const goesOn = agent.drivers.length > 0 ? ` It goes on with its driver ${agent.drivers.join(', ')}.` : '';
    return `This agent is too old to take its site from the app: start the present one.${goesOn}`;
  }
  if (agent.is_changing_site)
    return agent.connected
      ? 'It changes to this site, once nothing is being sent.'
      : 'It changes to this site when it is connected.';
  return agent.site_error ?? undefined;
}
