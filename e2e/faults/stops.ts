import type { Stop } from './plan.ts';

/** What becomes of a call, or of a press, that was held: let through, or broken in one of the ways of networks. */
export type Verdict = 'pass' | 'drop' | 'cut' | 'double';

interface Passing {
  stop: Stop;
  /** The person whom the delivery is for, where the stop knows it. */
  person?: string | undefined;
  /** The process of the browser that works for it, where the stop knows it. */
  browser?: number | undefined;
}

/** Something that stands still at a stop until it is let go. */
export interface Held extends Passing {
  letGo(verdict?: Verdict): void;
}

/** The stops of a scene. What passes one is held there when somebody lies in wait, one at a time. */
export class Stops {
  #waiting: { stop: Stop; caught: (held: Held) => void } | undefined;
  #nextCall: { verdict: Verdict; broken: () => void } | undefined;
  readonly #held = new Set<Held>();

  /** Resolves with the next delivery that comes to the stop, held. */
  catchNext(stop: Stop): Promise<Held> {
    return new Promise((caught) => {
      this.#waiting = { stop, caught };
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

  /** To be awaited by whatever comes to a stop. */
  async pass(passing: Passing): Promise<Verdict> {
    const { stop } = passing;
    if (this.#waiting?.stop !== stop) return 'pass';
    const { caught } = this.#waiting;
    this.#waiting = undefined;
    return new Promise((resolve) => {
      const held: Held = {
        ...passing,
        letGo: (verdict = 'pass') => {
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
    for (const held of this.#held) held.letGo();
  }
}
