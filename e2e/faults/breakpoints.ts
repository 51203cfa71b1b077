import type { Breakpoint } from './plan.ts';

/** The fate of a held call or press: let through, or broken in one of the ways of networks. */
export type Verdict = 'pass' | 'drop' | 'cut' | 'double';

interface Passing {
  breakpoint: Breakpoint;
  /** The recipient of the delivery, if the breakpoint knows it. */
  person?: string | undefined;
  /** The process of its browser, if the breakpoint knows it. */
  browser?: number | undefined;
}

/** A call or press that is held at a breakpoint until it is released. */
export interface Held extends Passing {
  release(verdict?: Verdict): void;
}

/** The breakpoints of a scene. A call that reaches one is held if `catchNext` waits for it, one at a time. */
export class Breakpoints {
  #waiting: { breakpoint: Breakpoint; caught: (held: Held) => void } | undefined;
  #nextCall: { verdict: Verdict; broken: () => void } | undefined;
  readonly #held = new Set<Held>();

  /** Resolves with the next delivery that is held at the breakpoint. */
  catchNext(breakpoint: Breakpoint): Promise<Held> {
    return new Promise((caught) => {
      this.#waiting = { breakpoint, caught };
    });
  }

  /** Applies the verdict to the next call of the agent, whichever it is; resolves when it has. */
  breakNextCall(verdict: Verdict): Promise<void> {
    return new Promise((broken) => {
      this.#nextCall = { verdict, broken };
    });
  }

  takeNextCall(): Verdict {
    const next = this.#nextCall;
    this.#nextCall = undefined;
    next?.broken();
    return next?.verdict ?? 'pass';
  }

  /** Awaited by every call or press that reaches a breakpoint. */
  async pass(passing: Passing): Promise<Verdict> {
    const { breakpoint } = passing;
    if (this.#waiting?.breakpoint !== breakpoint) return 'pass';
    const { caught } = this.#waiting;
    this.#waiting = undefined;
    return new Promise((resolve) => {
      const held: Held = {
        ...passing,
        release: (verdict = 'pass') => {
          this.#held.delete(held);
          resolve(verdict);
        },
      };
      this.#held.add(held);
      caught(held);
    });
  }

  /** Catches nothing more, and releases what is held. */
  open(): void {
    this.#waiting = undefined;
    this.#nextCall = undefined;
    for (const held of this.#held) held.release();
  }
}
