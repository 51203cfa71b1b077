import type { Clock } from './clock.ts';
import type { MessageRecord } from './record.ts';
import type { Incoming, Switches } from './switches.ts';

const PERSON_NAME = /^[a-z0-9._]{1,30}$/;

/** `id` stays the same, and no other message of the thread has it. */
export type Message = { id: string; at: string; mine: boolean; text: string };
export type Thread = { person: string; messages: Message[]; unread: boolean };

/** The state of the site: the messages that arrived, the switches, and the clock. */
export type Store = { record: MessageRecord; switches: Switches; clock: Clock };

/** Every well-formed name exists, except those switched to unknown. */
export function isKnownPerson({ switches }: Store, person: string): boolean {
  return PERSON_NAME.test(person) && !switches.state.unknown.includes(person);
}

/** Whether a message to this person can arrive. Some people turn out to be unknown only then. */
export function canBeWrittenTo(store: Store, person: string): boolean {
  return isKnownPerson(store, person) && !store.switches.state.unknown_when_sending.includes(person);
}

/** The account's threads, the one with the latest message first. */
export function listThreads(store: Store, account: string): Thread[] {
  const people = new Set(store.record.threadsOf(account).keys());
  for (const { person } of listIncoming(store, account)) people.add(person);
  return [...people]
    .map((person) => readThread(store, account, person))
    .sort((a, b) => lastTime(b).localeCompare(lastTime(a)));
}

/** Both sides of a conversation, oldest first; empty when nobody has written yet. */
export function readThread(store: Store, account: string, person: string): Thread {
  const incoming = store.switches.state.incoming
    .filter((it) => it.account === account && it.person === person)
    // Numbered before one that arrives later comes between.
    .map((it, place) => ({ ...it, id: `theirs-${place}` }))
    .filter((it) => hasArrived(store, it));
  const sent = store.record.threadsOf(account).get(person) ?? [];
  const messages = [
    ...sent.map(({ at, text }, place) => ({ id: `own-${place}`, at, mine: true, text })),
    ...incoming.map(({ id, at, text }) => ({ id, at, mine: false, text })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return { person, messages, unread: incoming.some((it) => !it.seen) };
}

/** How many threads hold something the account has not seen. */
export function countUnread(store: Store, account: string): number {
  const unseen = listIncoming(store, account).filter((it) => !it.seen);
  return new Set(unseen.map((it) => it.person)).size;
}

/** Opening a thread marks its messages as seen. */
export async function markSeen(store: Store, account: string, person: string): Promise<void> {
  const shown = new Set(listIncoming(store, account).filter((it) => it.person === person));
  await store.switches.change((state) => {
    for (const message of state.incoming) {
      if (shown.has(message)) message.seen = true;
    }
  });
}

function listIncoming(store: Store, account: string): Incoming[] {
  return store.switches.state.incoming.filter((it) => it.account === account && hasArrived(store, it));
}

/** An answer takes its time. */
function hasArrived({ clock }: Store, { at }: Incoming): boolean {
  return at <= clock.now().toISOString();
}

function lastTime(thread: Thread): string {
  return thread.messages.at(-1)?.at ?? '';
}
