import type { OpenWindow, Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { Sender } from './waiting-queries.ts';

const NO_AGENT = 'No agent is connected. Start one on the machine that has your Firefox profiles.';
const SITE_AWAY =
  'The site does not answer. Each profile tries again after its usual delay, and no recipient loses a try.';
const GOES_ON = 'Sending goes on by itself once Firefox starts again, and no recipient loses a try.';
const TRIED_AGAIN =
  'It is tried again every ten minutes, and at once when you press Try again. No recipient loses a try.';
// The only driver that gets work with PRACTICE_URL.
const PRACTICE_DRIVER = 'practice';

interface Circumstances {
  isAnyConnected: boolean;
  practiceUrl: string | undefined;
  /** The campaign's last try found that the site does not answer. */
  isSiteAway: boolean;
}

/** Why a campaign sends nothing: its kind, the short text of its badge, and the sentence for its owner. */
export interface Wait extends Standstill {
  reason: string;
  /** When it continues by itself, if it waits for time and that has an end. */
  until?: string | null;
  /** One of these has to be closed, if it is of the kind `window`. */
  windows?: OpenWindow[];
}

/** Why a running campaign with eligible profiles sends nothing; undefined if some machine can send. */
export function findWait(
  senders: Sender[],
  { isAnyConnected, practiceUrl, isSiteAway }: Circumstances,
): Wait | undefined {
  if (senders.length === 0) return undefined;
  if (!isAnyConnected) return { kind: 'agent', words: 'waits for the agent', reason: NO_AGENT };
  const present = senders.filter(({ is_connected }) => is_connected);
  const ready = present.filter(({ can_deliver }) => can_deliver);
  const open = ready.filter(({ is_open }) => is_open);
  if (ready.some(({ is_open, fault_reason }) => !is_open && fault_reason === null))
    return isSiteAway ? { kind: 'site', words: 'the site does not answer', reason: SITE_AWAY } : undefined;
  if (open.length > 0)
    return { kind: 'window', words: openWords(open), reason: openText(open), windows: windowsOf(open) };
  if (ready.length > 0) return { kind: 'fault', words: faultWords(ready), reason: faultText(ready) };
  const [lacking] = present;
  if (lacking?.machine_name)
    return {
      kind: 'driver',
      words: 'waits for a site driver',
      reason: missingDriverText({ ...lacking, machine_name: lacking.machine_name }, practiceUrl),
    };
  const machine_name = senders.find((sender) => sender.machine_name !== null)?.machine_name;
  return {
    kind: 'machine',
    words: `waits for ${machine_name ?? 'a machine'}`,
    reason: awayText(senders),
    ...(machine_name && { machine_name }),
  };
}

/** Each of these profiles once: a script may work it beside its machine. */
const windowsOf = (open: Sender[]): OpenWindow[] =>
  [...new Map(open.map((sender) => [sender.profile_id, sender])).values()].map(
    ({ profile_id, profile_name, profile_path }) => ({ profile_id, profile_name, profile_path }),
  );

const countNames = (senders: Sender[]) => new Set(senders.map(({ profile_name }) => profile_name)).size;

function openWords(open: Sender[]): string {
  const count = countNames(open);
  return count === 1 ? `waits for ${namesOf(open)}’s window` : `waits for ${count} windows`;
}

function faultWords(faulted: Sender[]): string {
  const count = countNames(faulted);
  const who = count === 1 ? namesOf(faulted) : `${count} profiles`;
  return faulted.every(({ is_obstructed }) => is_obstructed) ? `${who} cannot go on` : `${who} cannot start`;
}

/** What an agent without deliveries lacks (docs/behaviour.md#agents, #site). */
function missingDriverText(
  { machine_name, ...lacking }: Sender & { machine_name: string },
  practiceUrl: string | undefined,
): string {
  const agent = `The agent on ${machine_name}`;
  const isPractice = practiceUrl !== undefined;
  const site = isPractice ? undefined : siteText(lacking);
  if (site !== undefined) return `${agent} ${site}`;
  if (!lacking.has_driver && !isPractice)
    return lacking.takes_site
      ? `${agent} has no site driver, so it sends nothing: choose your site in Settings.`
      : `${agent} has no site driver, so it sends nothing: put one into its folder "drivers" and start it again.`;
  return isPractice
    ? `${agent} does not use the driver "${PRACTICE_DRIVER}", and this server gives work to no other.`
    : `${agent} has the practice driver only: sending to Instagram needs a site driver of your own.`;
}

/** Why an agent does not send to the chosen site; undefined without a choice. */
function siteText({
  site_kind,
  takes_site,
  is_changing_site,
  site_error,
}: Pick<Sender, 'site_kind' | 'takes_site' | 'is_changing_site' | 'site_error'>): string | undefined {
  if (is_changing_site) return 'changes to the site that you chose, once nothing is being sent.';
  if (site_error !== null)
    return `cannot use ${site_kind === null ? 'its site driver' : 'the site that you chose'}. ${site_error}`;
  if (site_kind !== null && !takes_site)
    return 'is too old to take its site from the app: start the present one.';
  return undefined;
}

function openText(senders: Sender[]): string {
  return countNames(senders) === 1
    ? `${namesOf(senders)} is open in Firefox: close it to go on.`
    : `${namesOf(senders)} are open in Firefox: close one to go on.`;
}

/** 'one, two cannot start: Firefox was not found.' for each reason; of an obstacle 'one cannot go on: …'. */
function faultText(senders: Sender[]): string {
  const reasons = new Set(senders.map(({ fault_reason }) => fault_reason));
  const sentences = [...reasons].map((reason) => {
    const theirs = senders.filter(({ fault_reason }) => fault_reason === reason);
    const cannot = theirs.every(({ is_obstructed }) => is_obstructed) ? 'cannot go on' : 'cannot start';
    return `${namesOf(theirs)} ${cannot}: ${/[.!?]$/.test(reason ?? '') ? reason : `${reason}.`}`;
  });
  return [...sentences, senders.some(({ is_obstructed }) => is_obstructed) ? TRIED_AGAIN : GOES_ON].join(' ');
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
