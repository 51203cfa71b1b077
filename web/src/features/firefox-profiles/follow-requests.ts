import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';

const GIVE_UP_MS = 60_000;

type Watched = {
  /** Its last state; another sign restarts the count. */
  sign: string;
  since: number;
  isGivenUp: boolean;
};

/** The requests that are or were waited for, by id. */
export type Following = ReadonlyMap<number, Watched>;

/** The state of the followed requests after one more look. */
type Step = {
  following: Following;
  inFlight: ProfileRequest[];
  /** Followed requests that have ended since the last look. */
  ended: ProfileRequest[];
  /** Requests without a sign of life for a minute, which are waited for no longer. */
  givenUp: ProfileRequest[];
};

/** The same with a new request, so that its end is reported however soon it comes. */
export function withRequest(before: Following, id: number, nowMs: number): Following {
  return new Map(before).set(id, { sign: '', since: nowMs, isGivenUp: false });
}

/** Whether one of them was made and no look has shown it yet. */
export function isUnseen(following: Following): boolean {
  return [...following.values()].some(({ sign, isGivenUp }) => sign === '' && !isGivenUp);
}

/** Whether any of them is still waited for. */
export function isWaiting(following: Following): boolean {
  return [...following.values()].some(({ isGivenUp }) => !isGivenUp);
}

/** The result of one more look at the followed requests (docs/behaviour.md#requests). */
export function follow(before: Following, requests: ProfileRequest[], nowMs: number): Step {
  const step = {
    following: new Map<number, Watched>(),
    inFlight: [] as ProfileRequest[],
    ended: [] as ProfileRequest[],
    givenUp: [] as ProfileRequest[],
  };
  for (const request of requests) {
    const known = before.get(request.id);
    if (request.status === 'completed' || request.status === 'failed') {
      if (known && !known.isGivenUp) step.ended.push(request);
      continue;
    }
    const sign = `${request.status} ${request.last_sign_at}`;
    const since = known?.sign === sign ? known.since : nowMs;
    const isGivenUp = nowMs - since >= GIVE_UP_MS;
    step.following.set(request.id, { sign, since, isGivenUp });
    if (!isGivenUp) step.inFlight.push(request);
    else if (!known?.isGivenUp) step.givenUp.push(request);
  }
  // A look that began before a request was made does not show it; the next one does.
  const shown = new Set(requests.map(({ id }) => id));
  for (const [id, watched] of before)
    if (!shown.has(id) && nowMs - watched.since < GIVE_UP_MS) step.following.set(id, watched);
  return step;
}
