import { tailLines } from './line-tail.ts';
import type { Phase } from './plan.ts';

/** A delivery as observed from outside. */
export interface ObservedDelivery {
  recipient: string;
  profile: string;
  phase: Phase;
  /** Whether the agent's journal already has its outcome. */
  hasOutcome: boolean;
}

type JournalLine = { at: string; token: string } & (
  | { line: 'asked'; recipient: string }
  | { line: 'clicking' | 'outcome' | 'answered' }
);

interface Entry {
  token: string;
  recipient: string;
  askedAt: number;
  last: JournalLine['line'];
}

interface UnderWay {
  recipient: string;
  heardAt: number;
  hasEnded: boolean;
}

// A line is printed before its journal line, and may be read a moment after it.
const HEARD_LATE_MS = 500;

/**
 * The evidence of a run without asking a program that may be killed: the agent's output, its journal, and the record of
 * the practice inbox.
 */
export class Evidence {
  readonly #underWay = new Map<string, UnderWay>();
  readonly #journal = new Map<string, Entry>();
  readonly #arrived = new Map<string, number>();
  readonly #replayed = new Map<string, string>();
  readonly #readJournal: () => JournalLine[];
  readonly #readRecord: () => { person: string }[];

  constructor(paths: { journal: string; record: string }) {
    this.#readJournal = tailLines(paths.journal);
    this.#readRecord = tailLines(paths.record);
  }

  /** Reads a line of the agent's output. */
  hear(line: string): void {
    const [, recipient, profile] = /^Sending to (\S+) from (\S+)\.$/.exec(line) ?? [];
    if (recipient && profile) {
      this.#underWay.set(profile, { recipient, heardAt: Date.now(), hasEnded: false });
    }
    const [, ended] = /^(?:Not found: |Not sent to |Released: )([\w.]+?)(?:\.$|:|$)/.exec(line) ?? [];
    for (const one of this.#underWay.values()) if (one.recipient === ended) one.hasEnded = true;
    const [, settled, outcome] = /^From the last run: (\S+): (\w+)\.$/.exec(line) ?? [];
    if (settled && outcome) this.#replayed.set(settled, outcome);
  }

  /** The agent was killed, so no delivery is being worked on. */
  forgetWork(): void {
    this.#underWay.clear();
  }

  /** The names that the agent is working on. */
  namesAtWork(): Set<string> {
    const seen = [...this.#underWay.keys()].map((profile) => this.see(profile));
    return new Set(seen.flatMap((one) => (one && one.phase !== 'after' ? [one.recipient] : [])));
  }

  /** The phase of the profile's latest delivery; undefined if it has none, or it was not sent. */
  see(profile: string): ObservedDelivery | undefined {
    this.#read();
    const work = this.#underWay.get(profile);
    if (!work) return undefined;
    const { recipient, heardAt, hasEnded } = work;
    const entry = [...this.#journal.values()].findLast(
      (one) => one.recipient === recipient && one.askedAt > heardAt - HEARD_LATE_MS,
    );
    if (!entry)
      return hasEnded ? undefined : { recipient, profile, phase: 'before begin', hasOutcome: false };
    return { recipient, profile, phase: this.#phaseOf(entry), hasOutcome: entry.last === 'outcome' };
  }

  /** The number of results in the journal, now or soon, without an answer. */
  countUnanswered(): number {
    this.#read();
    return [...this.#journal.values()].filter(({ last }) => last !== 'answered').length;
  }

  /** The number of messages that each person got. */
  arrivals(): ReadonlyMap<string, number> {
    this.#read();
    return this.#arrived;
  }

  /** The restarted agent's reports about the deliveries of its predecessor. */
  replays(): ReadonlyMap<string, string> {
    return this.#replayed;
  }

  #phaseOf({ last, recipient }: Entry): Phase {
    if (last === 'answered') return 'after';
    return this.#arrived.has(recipient) ? 'between send and result' : 'between begin and send';
  }

  #read(): void {
    for (const line of this.#readJournal()) {
      const { token } = line;
      if (line.line === 'asked') {
        const { recipient, at } = line;
        this.#journal.set(token, { token, recipient, askedAt: Date.parse(at), last: 'asked' });
      } else {
        const entry = this.#journal.get(token);
        if (entry) entry.last = line.line;
      }
    }
    for (const { person } of this.#readRecord()) {
      this.#arrived.set(person, (this.#arrived.get(person) ?? 0) + 1);
    }
  }
}
