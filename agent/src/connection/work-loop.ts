import type { AgentRequest, AnsweringServer, Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import type { ApiError, Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KnownGrants } from '../storage/known-grants.ts';
import { isRetryable, nextRetryDelay } from './retry.ts';

interface WorkOptions {
  call: Call;
  clock: Clock;
  log: Log;
  /** No call is made after this. */
  stop: AbortSignal;
  /** Throws a sentence if deliveries could not be written to the journal. */
  checkJournal: () => Promise<void>;
  /** The tokens of deliveries in the journal that the server has not answered. */
  unfinished: () => string[];
  /**
   * The agent's proof that a database with less knowledge is a copy: the highest mark it ever saw, the highest grants
   * in the journal, and the epoch for which the journal was repeated.
   */
  known: () => { mark: number | undefined; grants: KnownGrants | undefined; merged: number | undefined };
  /** Called with the database that answered a work call. Rejects if that cannot be stored. */
  met: (server: AnsweringServer) => Promise<void>;
  /** The profiles that may be driven now, apart from this loop's own deliveries. */
  drivablePaths: () => string[];
  /** These never throw. */
  deliver: (delivery: Delivery, origin: DeliveryOrigin) => Promise<void>;
  releaseDelivery: (delivery: Delivery) => Promise<void>;
  runRequest: (request: AgentRequest) => Promise<void>;
  /** Called when repeating cannot help: the server refused the call, or the agent has a defect. */
  onRefused: (error: Error) => void;
}

/** The work call that a delivery came from. */
export interface DeliveryOrigin {
  server: AnsweringServer;
  /** The monotonic time at which it was sent: none of its leases is older. */
  askedAt: number;
}

const MAX_DELIVERIES = 4;
const ROUND_MS = 25_000;
/** After a round without work: the longest wait, because each call costs the server something. */
const QUIET_ROUND_MS = 50_000;
const ROUND_END_MS = 1_000;
const JOURNAL_RETRY_MS = 5_000;

interface WorkCall {
  paths: string[];
  capacity: number;
  /** Whether it names what the agent holds. */
  namesHolding: boolean;
}

/**
 * Asks the server for work. A profile that becomes free while a work call is open gets a call of its own at once. An
 * open call is never abandoned, because its answer might be lost. All calls of a round end together, so that the next
 * round begins with one call for all profiles.
 *
 * At the start, and after a call without an answer, one call names what the agent holds, so that the server takes back
 * what it handed out and nobody received. That call is made alone and is answered at once: a delivery that a second
 * open call is just being given would be missing from the list, and would be taken back too. See
 * docs/agent-protocol.md#repeats-crashes-silence.
 */
export class WorkLoop {
  readonly #options: WorkOptions;
  readonly #askedPaths = new Set<string>();
  readonly #busyPaths = new Set<string>();
  readonly #jobs = new Set<Promise<void>>();
  readonly #heldDeliveries = new Set<string>();
  readonly #heldRequests = new Set<number>();
  #openCalls = 0;
  #roundEnds = 0;
  #wasQuiet = false;
  #retryDelay: number | undefined;
  #isBackingOff = false;
  #mustNameHolding = true;
  /** When to name it once more: until then the server may still give something to a failed call. */
  #nameHoldingAgainAt = Number.POSITIVE_INFINITY;
  #isJournalFull = false;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** Asks for work for the free profiles that no open call names. Call it when a profile may have become free. */
  poll(): void {
    const { clock, stop, drivablePaths } = this.#options;
    if (stop.aborted || this.#isBackingOff) return;
    const capacity = Math.max(0, MAX_DELIVERIES - this.#busyPaths.size);
    const isFree = (path: string) => !this.#askedPaths.has(path) && !this.#busyPaths.has(path);
    const paths = capacity > 0 ? drivablePaths().filter(isFree) : [];
    const now = clock.monotonic();
    if (this.#openCalls === 0) this.#beginRound(now);
    else if (this.#mustNameHolding || this.#isJournalFull) return;
    else if (paths.length === 0 || now > this.#roundEnds - ROUND_END_MS) return;
    this.#track(this.#ask({ paths, capacity, namesHolding: this.#mustNameHolding }));
  }

  /** Resolves after `stop`, once all deliveries and requests have ended. */
  async finished(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all(this.#jobs);
  }

  #beginRound(now: number): void {
    this.#roundEnds = now + (this.#wasQuiet ? QUIET_ROUND_MS : ROUND_MS);
    if (now < this.#nameHoldingAgainAt) return;
    this.#nameHoldingAgainAt = Number.POSITIVE_INFINITY;
    this.#mustNameHolding = true;
  }

  async #ask(work: WorkCall): Promise<void> {
    const { stop } = this.#options;
    const { paths } = work;
    for (const path of paths) this.#askedPaths.add(path);
    this.#openCalls++;
    try {
      const canJournal = paths.length === 0 || (await this.#checkJournal());
      if (canJournal) await this.#request(work);
      // One open call is enough for the requests meanwhile.
      else if (this.#openCalls === 1) await this.#request({ ...work, paths: [], capacity: 0 });
    } catch (error) {
      if (stop.aborted) return;
      this.#wasQuiet = false;
      this.#mustNameHolding = true;
      this.#nameHoldingAgainAt = this.#roundEnds;
      if (isRetryable(error)) await this.#backOff(error as ApiError);
      else this.#options.onRefused(error as Error);
    } finally {
      this.#openCalls--;
      for (const path of paths) this.#askedPaths.delete(path);
      this.poll();
    }
  }

  async #request({ paths, capacity, namesHolding }: WorkCall): Promise<void> {
    const { call, clock, stop, met } = this.#options;
    const askedAt = clock.monotonic();
    const wait_seconds = namesHolding ? 0 : this.#waitSeconds(askedAt);
    const { deliveries, requests, server } = await call('POST /api/agent/work', {
      body: {
        capacity,
        profile_paths: paths,
        wait_seconds,
        ...this.#options.known(),
        ...(namesHolding && { holding: this.#holding() }),
      },
      signal: stop,
    });
    if (namesHolding) this.#mustNameHolding = false;
    this.#retryDelay = undefined;
    // Stored before anything of the answer is begun. A full disk prevents the deliveries from being carried out.
    await met(server).catch((error: Error) => this.#noteFullJournal(error));
    const hasWaited = clock.monotonic() - askedAt > ROUND_MS - ROUND_END_MS;
    this.#wasQuiet = hasWaited && deliveries.length + requests.length === 0;
    for (const delivery of deliveries) this.#track(this.#takeDelivery(delivery, { server, askedAt }));
    for (const request of requests) this.#track(this.#runRequest(request));
  }

  #waitSeconds(now: number): number {
    const wait = Math.max(0, this.#roundEnds - now);
    return (this.#isJournalFull ? Math.min(wait, JOURNAL_RETRY_MS) : wait) / 1000;
  }

  /** Everything that was taken and has no result yet, earlier runs included. */
  #holding(): { deliveries: string[]; requests: number[] } {
    const deliveries = new Set([...this.#heldDeliveries, ...this.#options.unfinished()]);
    return { deliveries: [...deliveries], requests: [...this.#heldRequests] };
  }

  async #takeDelivery(delivery: Delivery, origin: DeliveryOrigin): Promise<void> {
    this.#heldDeliveries.add(delivery.token);
    await this.#carryOut(delivery, origin);
    this.#heldDeliveries.delete(delivery.token);
    this.poll();
  }

  async #carryOut(delivery: Delivery, origin: DeliveryOrigin): Promise<void> {
    const { deliver, releaseDelivery, stop, drivablePaths } = this.#options;
    const path = delivery.profile.profile_path;
    // A window may have been opened for a person since the call was sent.
    if (!drivablePaths().includes(path)) return releaseDelivery(delivery);
    // Several calls may have been answered at once; deliveries beyond the capacity are released.
    if (stop.aborted || this.#busyPaths.has(path) || this.#busyPaths.size >= MAX_DELIVERIES)
      return releaseDelivery(delivery);
    this.#busyPaths.add(path);
    // The disk may have filled up since the call was sent.
    await ((await this.#checkJournal()) ? deliver(delivery, origin) : releaseDelivery(delivery));
    this.#busyPaths.delete(path);
  }

  async #runRequest(request: AgentRequest): Promise<void> {
    this.#heldRequests.add(request.id);
    await this.#options.runRequest(request);
    this.#heldRequests.delete(request.id);
  }

  /** Whether deliveries can be written to the journal; logs when that changes. */
  async #checkJournal(): Promise<boolean> {
    const { checkJournal, log } = this.#options;
    try {
      await checkJournal();
      if (this.#isJournalFull) log('The journal can be written again: messages are sent again.');
      this.#isJournalFull = false;
    } catch (error) {
      this.#noteFullJournal(error as Error);
    }
    return !this.#isJournalFull;
  }

  #noteFullJournal(error: Error): void {
    if (!this.#isJournalFull)
      this.#options.log(`No messages are sent until the journal can be written. ${error.message}`, error);
    this.#isJournalFull = true;
  }

  /** Waits after a call without an answer: 1 s growing to 30 s, for all calls together. */
  async #backOff({ retryAfter = 0 }: ApiError): Promise<void> {
    if (this.#isBackingOff) return;
    const { clock, stop } = this.#options;
    this.#retryDelay = nextRetryDelay(this.#retryDelay);
    this.#isBackingOff = true;
    await clock.sleep(Math.max(this.#retryDelay, retryAfter * 1000), stop);
    this.#isBackingOff = false;
  }

  #track(job: Promise<void>): void {
    this.#jobs.add(job);
    void job.finally(() => this.#jobs.delete(job));
  }
}
