import { IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import { normalizeRecipient, recipientFault } from '@pigeonpost/contract/recipients';

const FAULTS_SHOWN = 100;
const VALUE_SHOWN = 200;

/** A line that is no username: its place from 1, and what is wrong with it. */
export type LineFault = { line: number; value: string; reason: string };

/** What the lines of an import say by themselves, before the list is asked. */
export type LineCounts = {
  /** Different names that follow the rule. */
  valid: number;
  duplicates: number;
  invalid: number;
  /** The first 100. */
  faults: LineFault[];
};

export type LineCounter = {
  /** Takes one line; false once there are more names than an import takes. */
  take: (value: string, line: number) => boolean;
  counts: () => LineCounts;
  names: () => string[];
};

/** Counts lines as they arrive, by the contract's rules. Blank ones are dropped. */
export function createLineCounter(most = IMPORT_MAX_LINES): LineCounter {
  const seen = new Set<string>();
  const faults: LineFault[] = [];
  let duplicates = 0;
  let invalid = 0;
  const take = (value: string, line: number) => {
    const name = normalizeRecipient(value);
    const reason = recipientFault(name);
    if (reason === undefined) {
      if (seen.has(name)) duplicates += 1;
      else seen.add(name);
    } else if (value.trim() !== '') {
      invalid += 1;
      if (faults.length < FAULTS_SHOWN) {
        faults.push({ line, value: value.trim().slice(0, VALUE_SHOWN), reason });
      }
    }
    return seen.size + duplicates + invalid <= most;
  };
  return {
    take,
    counts: () => ({ valid: seen.size, duplicates, invalid, faults: [...faults] }),
    names: () => [...seen],
  };
}
