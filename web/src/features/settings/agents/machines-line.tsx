import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { ApprovedMachine } from '@pigeonpost/contract/calls/pairings';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../../clock.ts';
import { paths } from '../../../paths.ts';
import { AgentMachines } from '../../agents/parts/agent-machines.tsx';
import { ApprovedMachines } from '../../agents/parts/approved-machines.tsx';
import { SettingLine } from '../setting-line.tsx';
import { formatMachines, machineTrouble } from './format-machines.ts';

type MachinesLineProps = { agents: Agent[]; approved: ApprovedMachine[] };

/** The agents' machines, and those that may still come. */
export function MachinesLine({ agents, approved }: MachinesLineProps) {
  const nowMs = useNow(60);
  const trouble = machineTrouble(agents);
  const isNothing = agents.length + approved.length === 0;
  return (
    <SettingLine
      line="machines"
      holds={
        isNothing ? (
          <p>
            No agent yet:{' '}
            <Link to={paths.settings} search={{ line: 'token' }} className="link">
              start one
            </Link>
            , and its machine appears here by itself
          </p>
        ) : (
          <p dir="auto">{formatMachines(agents, approved, nowMs)}</p>
        )
      }
      trouble={
        trouble === undefined ? null : (
          <p>
            {trouble}:{' '}
            <Link to={paths.settings} search={{ line: 'token' }} className="link">
              download
            </Link>
          </p>
        )
      }
      press="Show"
    >
      {isNothing ? undefined : (
        <>
          {agents.length > 0 ? <AgentMachines /> : null}
          <ApprovedMachines />
        </>
      )}
    </SettingLine>
  );
}
