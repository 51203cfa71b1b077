/** The next message of a running campaign. */
export interface NextSend {
  /** When it is due; null: never, as things are. */
  at: string | null;
  profile_name: string;
}

interface JudgedSender {
  profile_id: number;
  profile_name: string;
  due_at: number | null;
  rests_until: number | null;
  is_leased: boolean;
  /** From when on the rules of time let it send. */
  at: number;
}

/** That of the profile that is due first, among those that are not sending; undefined: all are, or there is none. */
export function findNextSend(senders: readonly JudgedSender[], now: number): NextSend | undefined {
  const free = senders
    .filter(({ is_leased }) => !is_leased)
    .map(({ at, due_at, rests_until, ...sender }) => ({
      ...sender,
      due: Math.max(due_at ?? AT_ONCE, rests_until ?? AT_ONCE, at > now ? at : AT_ONCE),
    }));
  const [first] = free.sort((a, b) =>
    a.due === b.due ? a.profile_id - b.profile_id : a.due < b.due ? -1 : 1,
  );
  if (!first) return undefined;
  const { due, profile_name } = first;
  const at = due === AT_ONCE ? now : due;
  return { profile_name, at: Number.isFinite(at) ? new Date(at).toISOString() : null };
}

const AT_ONCE = Number.NEGATIVE_INFINITY;
