import type { Held, Verdict } from './breakpoints.ts';
import type { Scene } from './scene.ts';

/** What a fault needs to know of its moment. */
export interface Moment {
  scene: Scene;
  /** The delivery that stands still; none at any time. */
  held: Held | undefined;
  /** Lets it go on, once; a fault may do so in the middle of its work. */
  release(verdict?: Verdict): void;
  /** Waits a little, for as long as was drawn. */
  pause(): Promise<void>;
}

/** Does a fault, and mends what does not mend itself; false where it could not be done at that moment. */
export type FaultInjector = (moment: Moment) => Promise<boolean>;
