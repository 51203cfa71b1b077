import type { Sender } from './waiting-queries.ts';

const NO_AGENT = 'No agent is connected. Start one on the machine that has your Firefox profiles.';
const SITE_AWAY =
  'The site does not answer. Each profile tries again after its usual delay, and no recipient loses a try.';
const GOES_ON = 'Sending goes on by itself once Firefox starts again, and no recipient loses a try.';
// The only one that is given work where PRACTICE_URL is set.
const PRACTICE_DRIVER = 'practice';

interface Circumstances {
  isAnyConnected: boolean;
  practiceUrl: string | undefined;
  /** The campaign's last try met a site that answers nobody. */
  isSiteAway: boolean;
}

/** Why a running campaign sends nothing, though it has profiles that may; null when some machine can send. */
export function waitingReason(
  senders: Sender[],
  { isAnyConnected, practiceUrl, isSiteAway }: Circumstances,
): string | null {
  if (senders.length === 0) return null;
  if (!isAnyConnected) return NO_AGENT;
  const present = senders.filter(({ is_connected }) => is_connected);
  const ready = present.filter(({ can_deliver }) => can_deliver);
  const open = ready.filter(({ is_open }) => is_open);
  if (ready.some(({ is_open, fault_reason }) => !is_open && fault_reason === null))
    return isSiteAway ? SITE_AWAY : null;
  if (open.length > 0) return openText(open);
  if (ready.length > 0) return faultText(ready);
  const [lacking] = present;
  if (lacking?.machine_name)
    return missingDriverText({ ...lacking, machine_name: lacking.machine_name }, practiceUrl);
  return awayText(senders);
}

/** What an agent lacks that is given no deliveries for its drivers (docs/behaviour.md#agents). */
function missingDriverText(
  { machine_name: machineName, has_driver }: { machine_name: string; has_driver: boolean },
  practiceUrl: string | undefined,
): string {
  if (!has_driver && practiceUrl === undefined)
    return `The agent on ${machineName} has no site driver, so it sends nothing: put one into its folder "drivers" and start it again.`;
  return practiceUrl === undefined
    ? `The agent on ${machineName} has the practice driver only: sending to Instagram needs a site driver of your own.`
    : `The agent on ${machineName} does not use the driver "${PRACTICE_DRIVER}", and this server gives work to no other.`;
}

function openText(senders: Sender[]): string {
  const isOne = new Set(senders.map(({ profile_name }) => profile_name)).size === 1;
  return isOne
    ? `${namesOf(senders)} is open in Firefox: close it to go on.`
    : `${namesOf(senders)} are open in Firefox: close one to go on.`;
}

/** 'one, two cannot start: Firefox was not found.' for each reason that there is. */
function faultText(senders: Sender[]): string {
  const reasons = new Set(senders.map(({ fault_reason }) => fault_reason));
  const sentences = [...reasons].map((reason) => {
    const names = namesOf(senders.filter(({ fault_reason }) => fault_reason === reason));
    return `${names} cannot start: ${/[.!?]$/.test(reason ?? '') ? reason : `${reason}.`}`;
  });
  return [...sentences, GOES_ON].join(' ');
}

function awayText(senders: Sender[]): string {
  const away = senders.find(({ machine_name }) => machine_name !== null);
  if (!away) return `No machine has reported the folder of ${namesOf(senders)}.`;
  const { machine_name } = away;
  const theirs = senders.filter((sender) => sender.machine_name === machine_name);
  return `${namesOf(theirs)} ${theirs.length === 1 ? 'belongs' : 'belong'} to ${machine_name}, whose agent is not connected.`;
}

const namesOf = (senders: Sender[]) =>
  [...new Set(senders.map(({ profile_name }) => profile_name))].join(', ');
