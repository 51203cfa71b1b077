import { missingDriverText } from '../agents/drivers.ts';
import type { Sender } from './waiting-queries.ts';

const NO_AGENT = 'No agent is connected. Start one on the machine that has your Firefox profiles.';

/** Why a running campaign sends nothing, though it has profiles that may; null when some machine can send. */
export function waitingReason(
  senders: Sender[],
  { isAnyConnected, practiceUrl }: { isAnyConnected: boolean; practiceUrl: string | undefined },
): string | null {
  if (senders.length === 0) return null;
  if (!isAnyConnected) return NO_AGENT;
  const present = senders.filter(({ is_connected }) => is_connected);
  const ready = present.filter(({ can_deliver }) => can_deliver);
  if (ready.some(({ is_open }) => !is_open)) return null;
  if (ready.length > 0) return openText(ready);
  const [lacking] = present;
  if (lacking?.machine_name)
    return missingDriverText({ ...lacking, machine_name: lacking.machine_name }, practiceUrl);
  return awayText(senders);
}

function openText(senders: Sender[]): string {
  const names = [...new Set(senders.map(({ profile_name }) => profile_name))];
  return names.length === 1
    ? `${names[0]} is open in Firefox: close it to go on.`
    : `${names.join(', ')} are open in Firefox: close one to go on.`;
}

function awayText(senders: Sender[]): string {
  const away = senders.find(({ machine_name }) => machine_name !== null);
  if (!away) return `No machine has reported the folder of ${namesOf(senders)}.`;
  const { machine_name } = away;
  const theirs = senders.filter((sender) => sender.machine_name === machine_name);
  return `${namesOf(theirs)} ${theirs.length === 1 ? 'belongs' : 'belong'} to ${machine_name}, whose agent is not connected.`;
}

const namesOf = (senders: Sender[]) => senders.map(({ profile_name }) => profile_name).join(', ');
