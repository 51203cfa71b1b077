import {
  belongsTo,
  type JournalDelivery,
  type JournalLine,
  type JournalOwner,
  type JournalResult,
} from './journal-lines.ts';

/** A delivery that the server has answered, with the reported result. */
export interface AnsweredDelivery {
  delivery: JournalDelivery;
  result: JournalResult;
  /** When Send was pressed, by this machine's clock. */
  clicked_at: string | undefined;
}

interface Told {
  delivery: JournalDelivery;
  result?: JournalResult;
  clicked_at?: string;
  /** The epoch in which it was last answered; undefined before the first answer. */
  answered?: number;
}

const NOT_JOURNALLED: JournalResult = {
  outcome: 'unknown',
  reason: 'The journal has no outcome for it',
};

/**
 * Results that a server answered in another epoch of its database: after a restore it may have forgotten them
 * (docs/engine.md#restore). Deliveries that were never granted are left out.
 */
export function listAnsweredBefore(
  lines: JournalLine[],
  { owner, epoch }: { owner: JournalOwner; epoch: number },
): AnsweredDelivery[] {
  const found = new Map<string, Told>();
  for (const line of lines) note(found, line);
  return [...found.values()].flatMap(({ delivery, result, answered, clicked_at }) => {
    if (!belongsTo(delivery, owner)) return [];
    if (!result || answered === undefined || answered === epoch) return [];
    return [{ delivery, result, clicked_at }];
  });
}

function note(found: Map<string, Told>, line: JournalLine): void {
  if (line.line === 'asked') {
    const { line: _, at: __, ...delivery } = line;
    found.set(line.token, { delivery });
    return;
  }
  const told = found.get(line.token);
  if (!told) return;
  if (line.line === 'clicking') told.clicked_at = line.at;
  if (line.line === 'clicking') told.result = NOT_JOURNALLED;
  else if (line.line === 'outcome') told.result = line.result;
  else told.answered = line.epoch ?? told.delivery.epoch;
}
