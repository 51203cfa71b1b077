import { AgentMachines } from '../agents/parts/agent-machines.tsx';
import { ApprovedMachines } from '../agents/parts/approved-machines.tsx';

/** The agents' machines, and those that may still come: one late card of Settings. */
export function Machines() {
  return (
    <>
      <AgentMachines />
      <ApprovedMachines />
    </>
  );
}
