import type { Breakpoint } from './plan.ts';

/** What becomes of a call, or of a press, that was held: let through, or broken in one of the ways of networks. */
export type Verdict = 'pass' | 'drop' | 'cut' | 'double';

interface Passing {
  breakpoint: Breakpoint;
  /** The person whom the delivery is for, where the breakpoint knows it. */
  person?: string | undefined;
  /** The process of the browser that works for it, where the breakpoint knows it. */
  browser?: number | undefined;
}

/** Something that stands still at a breakpoint until it is let go. */
export interface Held extends Passing {
  release(verdict?: Verdict): void;
}

/** The breakpoints of a scene. What passes one is held there when somebody lies in wait, one at a time. */
export class Breakpoints {
  #waiting: { breakpoint: Breakpoint; caught: (held: Held) => void } | undefined;
  #nextCall: { verdict: Verdict; broken: () => void } | undefined;
  readonly #held = new Set<Held>();

  /** Resolves with the next delivery that comes to the breakpoint, held. */
  catchNext(breakpoint: Breakpoint): Promise<Held> {
    return new Promise((caught) => {
      this.#waiting = { breakpoint, caught };
    });
  }

  /** What happens to the next call of the agent, whatever it is; resolves when it has. */
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

  /** To be awaited by whatever comes to a breakpoint. */
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

  /** Nobody lies in wait any more, and what is held goes on. */
  open(): void {
    this.#waiting = undefined;
    this.#nextCall = undefined;
    for (const held of this.#held) held.release();
  }
}
