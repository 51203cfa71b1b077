import type { FastifyReply } from 'fastify';
import type { RefusalError } from '../errors.ts';
import { disconnected } from './disconnect.ts';

/** The places that one call holds from before its body is read until its work has ended, or was never begun. */
export class CallPlaces {
  readonly #reply: FastifyReply;
  #releases: (() => void)[] = [];
  #isWorking = false;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
    // The work of a disconnected caller continues, and keeps its places; otherwise hanging up would make room for more
    // of it.
    reply.raw.once('close', () => {
      if (!this.#isWorking) this.leave();
    });
  }

  /** Waits for a place; refused if too many wait already, or if the caller has gone meanwhile. */
  async take(acquired: Promise<(() => void) | undefined>, refuse: () => RefusalError): Promise<void> {
    const release = await acquired;
    if (!release) throw refuse();
    this.#releases.push(release);
    if (!this.#reply.raw.closed) return;
    this.leave();
    throw disconnected();
  }

  /** Does the call's work, and then leaves its places. */
  async workWithin<T>(work: () => Promise<T>): Promise<T> {
    this.#isWorking = true;
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Makes room for others. */
  leave(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}
