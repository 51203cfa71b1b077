import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from './clock.ts';
import { isUnanswered, nextWait } from './until-answered.ts';

export interface WorkOptions {
  call: Call;
  clock: Clock;
  say: (line: string) => void;
  /** Ends the asking. */
  stop: AbortSignal;
  /** The profiles that may be driven now, as far as the deliveries of this loop allow. */
  drivablePaths: () => string[];
  /** These never throw. */
  deliver: (delivery: Delivery) => Promise<void>;
  handBack: (delivery: Delivery) => Promise<void>;
  answer: (request: AgentRequest) => Promise<void>;
}

const MAX_DELIVERIES = 4;
const ROUND_MS = 25_000;
const ROUND_END_MS = 1_000;

/**
 * Asks the server for work. A profile that becomes free while a work call is open gets one of its own at
 * once: an open call is never given up, because its answer might be lost. All calls of a round end together,
 * so that the next round begins with one call for all.
 */
export class WorkLoop {
  readonly #options: WorkOptions;
  readonly #asked = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #jobs = new Set<Promise<void>>();
  #calls = 0;
  #roundEnds = 0;
  #wait: number | undefined;
  #isResting = false;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** Asks for what no open call asks for; to be called when profiles may have become free. */
  look(): void {
    const { clock, stop, drivablePaths } = this.#options;
    if (stop.aborted || this.#isResting) return;
    const capacity = Math.max(0, MAX_DELIVERIES - this.#busy.size);
    const isFree = (path: string) => !this.#asked.has(path) && !this.#busy.has(path);
    const paths = capacity > 0 ? drivablePaths().filter(isFree) : [];
    if (this.#calls === 0) this.#roundEnds = clock.monotonic() + ROUND_MS;
    else if (paths.length === 0 || clock.monotonic() > this.#roundEnds - ROUND_END_MS) return;
    this.#keep(this.#ask(paths, capacity));
  }

  /** Resolves once nothing is under way any more, after `stop`. */
  async finished(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all(this.#jobs);
  }

  async #ask(paths: string[], capacity: number): Promise<void> {
    const { call, clock, stop } = this.#options;
    for (const path of paths) this.#asked.add(path);
    this.#calls++;
    try {
      const { deliveries, requests } = await call('POST /api/agent/work', {
        body: {
          capacity,
          wait_seconds: (this.#roundEnds - clock.monotonic()) / 1000,
          profile_paths: paths,
        },
        signal: stop,
      });
      this.#wait = undefined;
      for (const delivery of deliveries) this.#keep(this.#take(delivery));
      for (const request of requests) this.#keep(this.#options.answer(request));
    } catch (error) {
      if (!stop.aborted) await this.#rest(error);
    } finally {
      this.#calls--;
      for (const path of paths) this.#asked.delete(path);
      this.look();
    }
  }

  async #take(delivery: Delivery): Promise<void> {
    const { deliver, handBack, stop, drivablePaths } = this.#options;
    const path = delivery.profile.profile_path;
    // A window may have been opened for a person since this was asked for.
    if (!drivablePaths().includes(path)) return handBack(delivery);
    // Several calls may have been answered at once: no more than there is room for.
    if (stop.aborted || this.#busy.has(path) || this.#busy.size >= MAX_DELIVERIES) return handBack(delivery);
    this.#busy.add(path);
    await deliver(delivery);
    this.#busy.delete(path);
    this.look();
  }

  /** Server away: 1 s growing to 30 s, for all calls together. */
  async #rest(error: unknown): Promise<void> {
    if (this.#isResting) return;
    const { clock, say, stop } = this.#options;
    if (!isUnanswered(error)) say(`The server gives no work: ${(error as Error).message}`);
    this.#wait = nextWait(this.#wait);
    const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    this.#isResting = true;
    await clock.sleep(Math.max(this.#wait, asked), stop).catch(() => {});
    this.#isResting = false;
  }

  #keep(job: Promise<void>): void {
    this.#jobs.add(job);
    void job.finally(() => this.#jobs.delete(job));
  }
}
