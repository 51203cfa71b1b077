import type { Store } from './conversations.ts';
import type { Arrived } from './record.ts';

const TEXTS = [
  'Oh lovely, yes please!',
  'How long does it take?',
  'I would like to come. Is there still a place?',
  'Not this time, but do ask me again.',
  'Can I bring a friend?',
];
const STOP_TEXTS = ['stop please', 'I cannot stop thinking of it', 'STOP 🙏'];

/** Lets some of the recipients answer after a while, always the same ones. */
export async function addAnswer({ switches }: Store, { at, account, person }: Arrived): Promise<void> {
  const { one_in, after_ms, stop_one_in } = switches.state.answering;
  const place = placeOf(person);
  if (one_in === 0 || place % one_in !== 0) return;
  const turn = Math.floor(place / one_in);
  const saysStop = stop_one_in > 0 && turn % stop_one_in === 0;
  const text = saysStop ? pick(STOP_TEXTS, turn / stop_one_in) : pick(TEXTS, turn);
  const later = new Date(Date.parse(at) + after_ms).toISOString();
  await switches.change(
    (state) => void state.incoming.push({ at: later, account, person, text, seen: false }),
  );
}

function pick(texts: readonly string[], turn: number): string {
  return texts[turn % texts.length] ?? '';
}

/** A fixed number for a name, without a visible pattern. */
function placeOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
}
