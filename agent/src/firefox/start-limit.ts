const FIRST_SECONDS = 30;
/** A start that takes longer than this will not end well. */
const LONGEST_SECONDS = 240;

/**
 * How long Firefox may take to start on this machine. It grows after each start that was given up: on a slow or busy
 * machine the same limit would end every try just before it is ready (docs/firefox.md#driving).
 */
export class StartLimit {
  #seconds: number;

  constructor(seconds: number = FIRST_SECONDS) {
    this.#seconds = seconds;
  }

  get milliseconds(): number {
    return this.#seconds * 1000;
  }

  /** Allows the next start twice as long; returns a sentence about what was given up. `failed`: 'Firefox did not …' */
  giveUp(failed: string): string {
    const tried = this.#seconds;
    this.#seconds = Math.max(tried, Math.min(tried * 2, LONGEST_SECONDS));
    const told = `${failed} within ${tried} seconds.`;
    return this.#seconds > tried ? `${told} The next start may take ${this.#seconds} seconds.` : told;
  }
}
