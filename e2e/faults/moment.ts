import type { Held, Verdict } from './breakpoints.ts';
import type { Scene } from './scene.ts';

/** A fault's view of its moment. */
export interface Moment {
  scene: Scene;
  /** The held delivery; undefined for a fault at any time. */
  held: Held | undefined;
  /** Releases it, once; a fault may do so in the middle of its work. */
  release(verdict?: Verdict): void;
  /** Waits for a short random time. */
  pause(): Promise<void>;
}

/** Does a fault, and repairs what does not repair itself; false if it was impossible at that moment. */
export type FaultInjector = (moment: Moment) => Promise<boolean>;
