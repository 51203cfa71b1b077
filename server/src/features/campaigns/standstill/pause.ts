import { pauseWords } from '@pigeonpost/contract/pauses';
import type { PauseFacts, UsedProfiles } from '../campaign-queries.ts';
import type { Wait } from './waiting-reason.ts';

/** How a paused campaign stands: who decided it, and for its profiles their present state (docs/behaviour.md#standstills). */
export function describePause({ pause, used }: PauseFacts): Wait {
  if (pause === null) return { kind: 'by_you', words: 'by you', reason: 'You paused it.' };
  const reason = `${pauseWords(pause)}.`;
  switch (pause.kind) {
    case 'subscription':
      return {
        kind: 'subscription',
        words: 'subscription expired',
        reason: 'It was paused when your subscription ended.',
      };
    case 'account':
      return { kind: 'account', words: 'account was disabled', reason };
    case 'review':
      return { kind: 'review', words: 'have a look', reason };
    case 'last_moment':
      return { kind: 'last_moment', words: 'last moment has passed', reason };
    case 'stop_link':
      return { kind: 'stop_link', words: 'its stop link cannot be opened', reason };
    case 'told':
      return { kind: 'told', words: pause.words, reason };
  }
  if (used.able > 0) return { kind: 'ready', words: 'can be started again', reason: ableText(used) };
  if (pause.kind === 'own_profiles')
    return { kind: 'profiles', words: 'its people wait for profiles', reason };
  return { kind: 'profiles', words: restWords(used), reason: restText(used) };
}

const ableText = ({ able }: UsedProfiles) =>
  able === 1 ? 'A profile of it can send again.' : `${able} profiles of it can send again.`;

/** 'both profiles blocked', 'studio 6 signed out', '1 blocked, 2 switched off'. */
function restWords({ ids, name, ...counts }: UsedProfiles): string {
  if (ids.length === 0) return 'no profile is left';
  const present = countRests(counts);
  const [first] = present;
  if (present.length !== 1 || !first) return listRests(present);
  if (ids.length === 1) return `${name} ${first.word}`;
  return ids.length === 2 ? `both profiles ${first.word}` : `all ${ids.length} profiles ${first.word}`;
}

/** 'Both profiles are blocked.', or the counts by state. */
function restText({ ids, ...counts }: UsedProfiles): string {
  if (ids.length === 0) return 'None of its profiles is left.';
  const present = countRests(counts);
  const [only] = present;
  if (!only || only.count !== ids.length) return `${listRests(present)}: no profile can send.`;
  if (ids.length === 1) return `Its profile is ${only.word}.`;
  return `${ids.length === 2 ? 'Both' : `All ${ids.length}`} profiles are ${only.word}.`;
}

interface Rest {
  count: number;
  word: string;
}

/** What keeps its profiles from sending, without what keeps none. */
function countRests({ blocked, signed_out, off }: Omit<UsedProfiles, 'ids' | 'able' | 'name'>): Rest[] {
  const rests = [
    { count: blocked, word: 'blocked' },
    { count: signed_out, word: 'signed out' },
    { count: off, word: 'switched off' },
  ];
  return rests.filter(({ count }) => count > 0);
}

const listRests = (rests: Rest[]) => rests.map(({ count, word }) => `${count} ${word}`).join(', ');
