import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { AgentDirectory } from './agent-directory.ts';
import { type AnsweredDelivery, listAnsweredBefore } from './answered.ts';
import { openDurableLines } from './durable-lines.ts';
import {
  belongsTo,
  type JournalDelivery,
  type JournalLine,
  type JournalOwner,
  type JournalResult,
} from './journal-lines.ts';
import { countGrants, type KnownGrants } from './known-grants.ts';
import { type KnownMark, openKnownMarks } from './known-marks.ts';

/** A delivery whose result the server has not answered. */
export type UnfinishedDelivery = JournalDelivery &
  (
    | { state: 'asked' }
    | { state: 'clicking'; own_messages_before: number }
    | { state: 'outcome'; result: JournalResult }
  );

/**
 * The agent's record of what it may have sent. Each call resolves once its line is on the disk. If it rejects, an
 * outcome is not lost: that line is written before the next one, or by `requireRoom`.
 */
export interface Journal {
  /** Before begin is asked. */
  asked(delivery: JournalDelivery): Promise<void>;
  /** Before Send is pressed, with the number of our own messages in the thread. */
  clicking(token: string, own_messages_before: number): Promise<void>;
  /** Before the result is reported. */
  outcome(token: string, result: JournalResult): Promise<void>;
  /**
   * When the result was answered (recorded or stale), or begin was refused: nothing is left to report. The epoch is
   * that of the database that answered; default: the one that handed the delivery out.
   */
  answered(token: string, epoch?: number): Promise<void>;
  /** The deliveries of this owner without an answered result, oldest first; after a crash see `resultAfterCrash`. */
  unfinished(owner: JournalOwner): UnfinishedDelivery[];
  /** When Send was pressed for an unfinished delivery, by this machine's clock. */
  clickedAt(token: string): string | undefined;
  /** What this owner's server answered in another epoch of its database, which may have forgotten it. */
  answeredBefore(owner: JournalOwner, epoch: number): Promise<AnsweredDelivery[]>;
  /** The newest known epoch, and the highest grant of each profile in it. */
  grants(owner: JournalOwner): KnownGrants | undefined;
  /** Stores the epoch and mark of an answer. Resolves once the highest so far is on the disk. */
  told(owner: JournalOwner, told: KnownMark): Promise<void>;
  /** The highest mark that this owner's server ever sent. */
  mark(owner: JournalOwner): number | undefined;
  /** The number of unfinished deliveries of other servers or users: they are kept and not reported here. */
  countForeign(owner: JournalOwner): number;
  /**
   * Writes the lines that the disk refused earlier. Throws a sentence with the reason if the next deliveries could not
   * be written.
   */
  requireRoom(): Promise<void>;
  /** Drops deliveries that were answered more than 30 days ago. Runs at opening; daily is enough. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

const KEPT_DAYS = 30;
// Enough for the lines of a few deliveries with messages of the greatest length.
const ROOM_BYTES = 16_384;

/**
 * Opens the journal in the agent's folder. A last line torn by a crash is cut off: its event had not happened yet.
 * Throws if any other line cannot be read.
 */
export async function openJournal(directory: AgentDirectory, clock: Clock): Promise<Journal> {
  const file = await openDurableLines<JournalLine>(join(directory.path, 'journal.jsonl'));
  const unreported = new Map<string, UnfinishedDelivery>();
  const clicks = new Map<string, string>();
  const grants = countGrants();
  const marks = openKnownMarks(directory);
  const note = (line: JournalLine) => {
    apply(unreported, line);
    grants.note(line);
    if (line.line === 'clicking') clicks.set(line.token, line.at);
    else if (line.line !== 'outcome') clicks.delete(line.token);
  };
  for (const line of file.lines()) note(line);

  // Results that the disk refused, oldest first. Their deliveries are unfinished until they are written.
  const owed: JournalLine[] = [];
  let paying: Promise<void> | undefined;
  const append = async (line: JournalLine) => {
    await file.append(line);
    note(line);
  };
  const pay = async () => {
    for (let line = owed[0]; line; line = owed[0]) {
      await append(line);
      owed.shift();
    }
  };
  /** Writes owed lines first, and once for all callers at the same moment. */
  const payOwed = () => {
    paying ??= pay().finally(() => {
      paying = undefined;
    });
    return paying;
  };
  const write = async (line: JournalLine) => {
    requireStep(unreported, line);
    try {
      if (owed.length > 0) await payOwed();
      await append(line);
    } catch (error) {
      if (line.line === 'outcome' || line.line === 'answered') owed.push(line);
      throw error;
    }
  };
  const at = () => clock.now().toISOString();
  const journal: Journal = {
    asked: (delivery) => write({ line: 'asked', at: at(), ...delivery }),
    clicking: (token, own_messages_before) =>
      write({ line: 'clicking', at: at(), token, own_messages_before }),
    outcome: (token, result) => write({ line: 'outcome', at: at(), token, result }),
    answered: (token, epoch) =>
      write({ line: 'answered', at: at(), token, ...(epoch !== undefined && { epoch }) }),
    unfinished: (owner) => [...unreported.values()].filter((one) => belongsTo(one, owner)),
    clickedAt: (token) => clicks.get(token),
    answeredBefore: async (owner, epoch) => listAnsweredBefore(await file.read(), { owner, epoch }),
    grants: (owner) => {
      const granted = grants.of(owner);
      const epoch = Math.max(granted?.epoch ?? 0, marks.of(owner)?.epoch ?? 0);
      return granted?.epoch === epoch ? granted : epoch > 0 ? { epoch, profiles: [] } : undefined;
    },
    told: async (owner, told) => marks.note(owner, told),
    mark: (owner) => marks.of(owner)?.mark,
    countForeign: (owner) => [...unreported.values()].filter((one) => !belongsTo(one, owner)).length,
    requireRoom: async () => {
      marks.save();
      await payOwed();
      await file.requireRoom(ROOM_BYTES);
    },
    compact: () => file.keepOnly((lines) => withoutOld(lines, clock)),
    close: () => file.close(),
  };
  // A full disk drops nothing: the longer file is as good.
  await journal.compact().catch(() => {});
  return journal;
}

/**
 * The result of a delivery after a crash: before the click nothing was sent; after it the outcome is unknown, unless
 * the driver finds the message in the thread, which is sent.
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

function requireStep(unreported: Map<string, UnfinishedDelivery>, { line, token }: JournalLine): void {
  if (line !== 'asked' && line !== 'answered' && !unreported.has(token)) {
    throw new Error(`Delivery ${token} is not in the journal: '${line}' cannot follow.`);
  }
}

function apply(unreported: Map<string, UnfinishedDelivery>, entry: JournalLine): void {
  if (entry.line === 'asked') {
    const { line: _, at: __, ...delivery } = entry;
    unreported.set(entry.token, { ...delivery, state: 'asked' });
    return;
  }
  const known = unreported.get(entry.token);
  if (!known) return;
  if (entry.line === 'answered') unreported.delete(entry.token);
  else if (entry.line === 'outcome') {
    unreported.set(entry.token, { ...toDelivery(known), state: 'outcome', result: entry.result });
  } else {
    const { own_messages_before } = entry;
    unreported.set(entry.token, { ...toDelivery(known), state: 'clicking', own_messages_before });
  }
}

function toDelivery(known: UnfinishedDelivery): JournalDelivery {
  const { server_id, epoch, user_id, token, campaign_id, recipient_id, recipient } = known;
  const { profile_id, profile_path, message, grant_number } = known;
  return {
    server_id,
    epoch,
    user_id,
    token,
    campaign_id,
    recipient_id,
    recipient,
    profile_id,
    profile_path,
    message,
    grant_number,
  };
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
