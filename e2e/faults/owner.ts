import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type Call, createClient } from '@pigeonpost/contract/client';

const AGAIN_AFTER_MS = 200;
const YEAR_MS = 366 * 86_400_000;

interface Account {
  id: number;
  username: string;
  password: string;
}

/** The user of a scene, who presses again when no answer came. */
export class Owner {
  readonly id: number;
  readonly username: string;
  readonly #url: string;
  readonly #admin: Call;
  readonly #signal: AbortSignal;
  #password: string;
  #token: string | undefined;
  #changes = 0;

  /** A new user with a subscription. */
  static async open(
    where: { url: string; admin: Call; signal: AbortSignal },
    username: string,
  ): Promise<Owner> {
    const password = `first-${username}-words`;
    const body = {
      username,
      password,
      pack: 'pro' as const,
      subscription_end_date: endDate(YEAR_MS),
    };
    // Repeated after a lost answer, it is refused: the user exists.
    await persist(() => isAccepted(where.admin('POST /api/users', { body })), where.signal);
    const found = await persist(
      () => where.admin('GET /api/users', { query: { search: username } }),
      where.signal,
    );
    const user = found.users.find((one) => one.username === username);
    if (!user) throw new Error(`There is no user ${username}.`);
    const owner = new Owner(where, { id: user.id, username, password });
    await owner.signIn();
    return owner;
  }

  private constructor(
    { url, admin, signal }: { url: string; admin: Call; signal: AbortSignal },
    { id, username, password }: Account,
  ) {
    this.id = id;
    this.username = username;
    this.#url = url;
    this.#admin = admin;
    this.#signal = signal;
    this.#password = password;
  }

  /** The login token for an agent. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Repeats a call until it is answered; throws if it is refused. */
  readonly call: Call = (name, ...input) => {
    const ask: Call = createClient({ baseUrl: this.#url, token: () => this.#token });
    return this.#persist(async () => {
      try {
        return await ask(name, ...input);
      } catch (error) {
        const isSignedOut = error instanceof ApiError && error.status === 401;
        // A change of the password whose answer was lost is repeated; the first one may end the newer session too.
        if (!isSignedOut || this.#changes === 0) throw error;
        await this.signIn();
        return await ask(name, ...input);
      }
    });
  };

  async signIn(): Promise<void> {
    const body = { username: this.username, password: this.#password };
    const visitor = createClient({ baseUrl: this.#url, token: () => undefined });
    this.#token = (await this.#persist(() => visitor('POST /api/auth/login', { body }))).token;
  }

  /** Ends every session and every agent's token. */
  async changePassword(): Promise<void> {
    const new_password = `words-${this.username}-${++this.#changes}`;
    const body = { new_password };
    await this.#persist(() => this.#admin('PUT /api/users/{id}/password', { params: { id: this.id }, body }));
    this.#password = new_password;
    await this.signIn();
  }

  async endSubscription(): Promise<void> {
    await this.#subscribe(-YEAR_MS);
  }

  async renewSubscription(): Promise<void> {
    await this.#subscribe(YEAR_MS);
  }

  async #subscribe(milliseconds: number): Promise<void> {
    const { username } = this;
    const body = {
      username,
      role: 'user' as const,
      pack: 'pro' as const,
      is_active: true,
      subscription_end_date: endDate(milliseconds),
    };
    await this.#persist(() => this.#admin('PUT /api/users/{id}', { params: { id: this.id }, body }));
  }

  #persist<T>(call: () => Promise<T>): Promise<T> {
    return persist(call, this.#signal);
  }

  /** One of the owner's people stops all messages; false where an older copy of the database does not know their link. */
  async pressStopLink(code: string): Promise<boolean> {
    for (;;) {
      const answer = await fetch(`${this.#url}/o/${code}`, {
        method: 'POST',
        body: new URLSearchParams({ do: 'stop' }),
        signal: this.#signal,
      }).catch(() => undefined);
      if (answer?.status === 200) return true;
      if (answer?.status === 404) return false;
      this.#signal.throwIfAborted();
      await wait(AGAIN_AFTER_MS, undefined, { signal: this.#signal });
    }
  }
}

/** Repeats a call until it is answered. */
async function persist<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isAway =
        error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
      if (!isAway) throw error;
    }
    await wait(AGAIN_AFTER_MS, undefined, { signal });
  }
}

/** Whether the server did it. A refusal is fine too: it changed nothing. */
export async function isAccepted(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof ApiError && ([403, 404, 409].includes(error.status) || needsProfiles(error)))
      return false;
    throw error;
  }
}

/** Whether a deleted row is gone: a call whose answer was lost is repeated, and then finds nothing. */
export async function isGone(answer: Promise<unknown>): Promise<boolean> {
  return isAccepted(
    answer.catch((error) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }),
  );
}

/** A campaign is refused because a profile has just come to rest, by the result of an earlier message. */
function needsProfiles({ status, body }: ApiError): boolean {
  return status === 400 && body.fields?.profiles_used !== undefined;
}

function endDate(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString().slice(0, 10);
}
