import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Doors } from './database/doors.ts';
import type { Log } from './log.ts';
import type { Nudges } from './nudges.ts';
import type { Publisher } from './realtime.ts';
import type { SecretBox } from './secret-box.ts';

/** What a feature may use; built once, in main.ts or by a test. */
export interface Deps extends Doors {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells a user's browsers; hand it to afterCommit. */
  readonly publish: Publisher;
  /** Wakes the waiting polls of a user's agents; hand it to afterCommit. */
  readonly nudges: Nudges;
  readonly secrets: SecretBox;
  /** Closes the live connections of sessions that ended. */
  readonly endConnections: (sessionIds: number[]) => void;
}
