import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { ApprovedMachine } from '@pigeonpost/contract/calls/pairings';
import { formatNoun } from '../../../format/format-number.ts';
import { formatAgo } from '../../../format/format-time.ts';

const NAMES = new Intl.ListFormat('en-GB');

type Machine = Pick<Agent, 'machine_name' | 'connected' | 'last_seen_at'>;

/** 'studio-mac is connected', '1 of 3 machines is connected', 'kiln-laptop was approved and has not come yet'. */
export function formatMachines(
  agents: readonly Machine[],
  approved: readonly Pick<ApprovedMachine, 'machine_name'>[],
  nowMs: number,
): string {
  const connected = agents.filter((agent) => agent.connected).length;
  const [only] = agents;
  const come =
    agents.length > 1
      ? `${connected} of ${formatNoun(agents.length, 'machine')} ${connected === 1 ? 'is' : 'are'} connected`
      : only && `${only.machine_name} ${stateOf(only, nowMs)}`;
  const coming =
    approved.length > 0 &&
    `${NAMES.format(approved.map(({ machine_name }) => machine_name))} ${approved.length === 1 ? 'was approved and has' : 'were approved and have'} not come yet`;
  return [come, coming].filter(Boolean).join('; ');
}

function stateOf({ connected, last_seen_at }: Machine, nowMs: number): string {
  if (connected) return 'is connected';
  return last_seen_at === null ? 'was never seen' : `was last seen ${formatAgo(last_seen_at, nowMs)}`;
}

/** Which machines have an agent that is too old; undefined for none. */
export function machineTrouble(
  agents: readonly Pick<Agent, 'machine_name' | 'newer_version'>[],
): string | undefined {
  const old = agents.filter(({ newer_version }) => newer_version !== null);
  if (old.length === 0) return undefined;
  return `There is a newer agent for ${NAMES.format(old.map(({ machine_name }) => machine_name))}`;
}
