import type { TicketMessage } from '@pigeonpost/contract/calls/support';

/** The messages of both in order, each once. Those before a gap are left out, and fetched again. */
export function joinMessages(
  earlier: readonly TicketMessage[],
  later: readonly TicketMessage[],
): TicketMessage[] {
  const byId = new Map([...earlier, ...later].map((message) => [message.id, message]));
  const all = [...byId.values()].sort((a, b) => a.id - b.id);
  const gap = all.findLastIndex(({ id }, place) => place > 0 && all[place - 1]?.id !== id - 1);
  return gap < 0 ? all : all.slice(gap);
}
