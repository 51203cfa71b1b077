import { join } from 'node:path';
import type { Outcome } from '@pigeonpost/contract/agent';
import type { AgentDirectory } from './agent-directory.ts';
import type { Clock } from './clock.ts';
import { openDurableLines } from './durable-lines.ts';

/** What the journal keeps of a delivery from the moment that begin is asked. */
export interface JournalDelivery {
  token: string;
  campaign_id: number;
  recipient_id: number;
  recipient: string;
  /** Whose sign-in a driver may need to read the thread. */
  profile_id: number;
  profile_path: string;
  /** The text, so that a driver can look for it in the thread after a crash. */
  message: string;
}

/** What came of a delivery, as it is reported (4-agent-protocol, result). */
export interface JournalResult {
  outcome: Outcome;
  blocked?: boolean;
  profile_in_use?: boolean;
  reason?: string;
}

/** A delivery whose result the server has not answered. */
export type UnfinishedDelivery = JournalDelivery &
  (
    | { state: 'asked' }
    | { state: 'clicking'; own_messages_before: number }
    | { state: 'outcome'; result: JournalResult }
  );

/** The agent's memory of what it may have sent. Each call resolves once its line is on the disk. */
export interface Journal {
  /** Before begin is asked. */
  asked(delivery: JournalDelivery): Promise<void>;
  /** Before Send is pressed, with how many messages of our own the thread then shows. */
  clicking(token: string, own_messages_before: number): Promise<void>;
  /** Before the result is reported. */
  outcome(token: string, result: JournalResult): Promise<void>;
  /** When the result was answered (recorded or stale), or begin was refused: nothing is owed any more. */
  answered(token: string): Promise<void>;
  /** What is owed, oldest first: after a crash, to be settled (`resultAfterCrash`) and reported. */
  unfinished(): UnfinishedDelivery[];
  /** Drops the deliveries that were answered more than 30 days ago. Done at opening; daily is enough. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

type JournalLine = { at: string } & (
  | ({ line: 'asked' } & JournalDelivery)
  | { line: 'clicking'; token: string; own_messages_before: number }
  | { line: 'outcome'; token: string; result: JournalResult }
  | { line: 'answered'; token: string }
);

export const KEPT_DAYS = 30;

/**
 * Opens the journal in the agent's folder (engine, Journal). A last line that was torn by a crash is cut
 * off: what it announced had not happened yet. Throws when any other line cannot be read.
 */
export async function openJournal(directory: AgentDirectory, clock: Clock): Promise<Journal> {
  const file = await openDurableLines<JournalLine>(join(directory.path, 'journal.jsonl'));
  const owed = new Map<string, UnfinishedDelivery>();
  for (const line of file.lines()) apply(owed, line);

  const write = async (line: JournalLine) => {
    requireStep(owed, line);
    await file.append(line);
    apply(owed, line);
  };
  const at = () => clock.now().toISOString();
  const journal: Journal = {
    asked: (delivery) => write({ line: 'asked', at: at(), ...delivery }),
    clicking: (token, own_messages_before) =>
      write({ line: 'clicking', at: at(), token, own_messages_before }),
    outcome: (token, result) => write({ line: 'outcome', at: at(), token, result }),
    answered: (token) => write({ line: 'answered', at: at(), token }),
    unfinished: () => [...owed.values()],
    compact: () => file.keepOnly((lines) => withoutOld(lines, clock)),
    close: () => file.close(),
  };
  await journal.compact();
  return journal;
}

/**
 * What to report for a delivery that a crash cut short: before the click nothing was sent; after it nobody
 * can be certain (unless the driver finds the message in the thread: then it is sent).
 */
export function resultAfterCrash(delivery: UnfinishedDelivery): JournalResult {
  switch (delivery.state) {
    case 'asked':
      return { outcome: 'failed', reason: 'The agent stopped before sending' };
    case 'clicking':
      return { outcome: 'unknown', reason: 'The agent stopped while sending' };
    case 'outcome':
      return delivery.result;
  }
}

function requireStep(owed: Map<string, UnfinishedDelivery>, { line, token }: JournalLine): void {
  if (line !== 'asked' && line !== 'answered' && !owed.has(token)) {
    throw new Error(`Delivery ${token} is not in the journal: '${line}' cannot follow.`);
  }
}

function apply(owed: Map<string, UnfinishedDelivery>, entry: JournalLine): void {
  if (entry.line === 'asked') {
    const { line: _, at: __, ...delivery } = entry;
    owed.set(entry.token, { ...delivery, state: 'asked' });
    return;
  }
  const known = owed.get(entry.token);
  if (!known) return;
  if (entry.line === 'answered') owed.delete(entry.token);
  else if (entry.line === 'outcome') {
    owed.set(entry.token, { ...delivered(known), state: 'outcome', result: entry.result });
  } else {
    const { own_messages_before } = entry;
    owed.set(entry.token, { ...delivered(known), state: 'clicking', own_messages_before });
  }
}

function delivered(known: UnfinishedDelivery): JournalDelivery {
  const { token, campaign_id, recipient_id, recipient, profile_id, profile_path, message } = known;
  return { token, campaign_id, recipient_id, recipient, profile_id, profile_path, message };
}

function withoutOld(lines: JournalLine[], clock: Clock): JournalLine[] {
  const limit = clock.now().getTime() - KEPT_DAYS * 86_400_000;
  const old = new Set<string>();
  for (const { line, token, at } of lines) {
    if (line === 'answered' && Date.parse(at) < limit) old.add(token);
    else old.delete(token);
  }
  return lines.filter(({ token }) => !old.has(token));
}
