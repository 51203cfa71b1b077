import type { MessageRecord } from './record.ts';
import type { Switches } from './switches.ts';

const PERSON_NAME = /^[a-z0-9._]{1,30}$/;

export type Message = { at: string; mine: boolean; text: string };
export type Thread = { person: string; messages: Message[]; unread: boolean };

/** What the site is made of: what arrived, and the switches that shape what it shows. */
export type Store = { record: MessageRecord; switches: Switches };

/** Everybody with a well-formed name is here, except those switched to unknown. */
export function isKnownPerson({ switches }: Store, person: string): boolean {
  return PERSON_NAME.test(person) && !switches.state.unknown.includes(person);
}

/** Whether a message to this person can arrive: of some it only shows then that they are not here. */
export function canBeWrittenTo(store: Store, person: string): boolean {
  return isKnownPerson(store, person) && !store.switches.state.unknown_when_sending.includes(person);
}

/** The account's threads, the one with the latest message first. */
export function listThreads(store: Store, account: string): Thread[] {
  const people = new Set(store.record.threadsOf(account).keys());
  for (const message of store.switches.state.incoming) {
    if (message.account === account) people.add(message.person);
  }
  return [...people]
    .map((person) => readThread(store, account, person))
    .sort((a, b) => lastTime(b).localeCompare(lastTime(a)));
}

/** Both sides of a conversation, oldest first; empty when nobody has written yet. */
export function readThread({ record, switches }: Store, account: string, person: string): Thread {
  const incoming = switches.state.incoming.filter((it) => it.account === account && it.person === person);
  const sent = record.threadsOf(account).get(person) ?? [];
  const messages = [
    ...sent.map(({ at, text }) => ({ at, mine: true, text })),
    ...incoming.map(({ at, text }) => ({ at, mine: false, text })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return { person, messages, unread: incoming.some((it) => !it.seen) };
}

/** How many threads hold something the account has not seen. */
export function countUnread({ switches }: Store, account: string): number {
  const unseen = switches.state.incoming.filter((it) => it.account === account && !it.seen);
  return new Set(unseen.map((it) => it.person)).size;
}

/** Opening a thread is what makes its messages seen. */
export async function markSeen({ switches }: Store, account: string, person: string): Promise<void> {
  await switches.change((state) => {
    for (const message of state.incoming) {
      if (message.account === account && message.person === person) message.seen = true;
    }
  });
}

function lastTime(thread: Thread): string {
  return thread.messages.at(-1)?.at ?? '';
}
