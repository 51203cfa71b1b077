import type { TicketMessage } from '@pigeonpost/contract/calls/support';
import { formatDay } from '../../format/format-time.ts';

const SAME_RUN_MS = 5 * 60_000;

/** Consecutive messages of one author, with name and time once above them. */
export type Run = { account_id: number; author_name: string; created_at: string; messages: TicketMessage[] };

/** A day of a thread. */
type Day = { day: string; runs: Run[] };

/** A thread by days and, within them, by author. */
export function groupMessages(messages: TicketMessage[]): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const day = formatDay(message.created_at);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, runs: [] };
      days.push(last);
    }
    const run = last.runs.at(-1);
    if (run && belongsTo(run, message)) run.messages.push(message);
    else {
      const { account_id, author_name, created_at } = message;
      last.runs.push({ account_id, author_name, created_at, messages: [message] });
    }
  }
  return days;
}

function belongsTo(run: Run, { account_id, author_name, created_at }: TicketMessage): boolean {
  const since = Date.parse(created_at) - Date.parse(run.created_at);
  return run.account_id === account_id && run.author_name === author_name && since < SAME_RUN_MS;
}
