import { setTimeout as wait } from 'node:timers/promises';
import { FOLLOW_UP_DAYS } from '@pigeonpost/contract/campaigns/follow-up';
import {
  agePast,
  hasEndedLeases,
  hasOthers,
  isStartAhead,
  moveMoment,
  moveTime,
  passDay,
  passPauses,
} from './time.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 100;
/** The slowest of the timers comes every 5 seconds. */
const LOOKS_FOR_A_TIMER = 70;
/** Longer than any lease or pause. */
const LONG_SECONDS = 4000;

interface SceneTimeOptions {
  world: Pick<World, 'database' | 'untilDatabaseAnswers' | 'signal'>;
  user_id: number;
}

/** Time for the user of one scene, and what a running server's timers do in it. */
export class SceneTime {
  readonly #options: SceneTimeOptions;

  constructor(options: SceneTimeOptions) {
    this.#options = options;
  }

  async move(seconds = LONG_SECONDS): Promise<void> {
    await this.#do((pool, user_id) => moveTime(pool, user_id, seconds));
  }

  /** A moment of the campaign comes, or is so many seconds ahead. */
  async moveMoment(
    campaign_id: number,
    moment: 'countdown_until' | 'start_at' | 'not_after',
    seconds = 0,
  ): Promise<void> {
    await this.#do((pool, user_id) => moveMoment(pool, { user_id, campaign_id, moment, seconds }));
  }

  /** For caps another day begins. */
  async passDay(): Promise<void> {
    await this.#do(passDay);
  }

  /** Everything that has been sent is old enough for a follow-up; gives the number of days. */
  async passDaysOfFollowUps(): Promise<number> {
    await this.#do((pool, user_id) => agePast(pool, user_id, FOLLOW_UP_DAYS));
    return FOLLOW_UP_DAYS;
  }

  /** Lets pauses pass; returns whether the next message needs nothing else. */
  async passPauses(): Promise<boolean> {
    return this.#do(passPauses);
  }

  /** Moves time on by more than any lease, and waits until a running server has ended the leases. */
  async letLeasesEnd(): Promise<void> {
    await this.move();
    await this.#letTimersDo(hasEndedLeases);
  }

  /** Deletes the campaign's deliveries, except those that are being sent. */
  async letOthersGo(campaign: number): Promise<void> {
    await this.#letTimersDo((pool, user_id) => hasOthers(pool, user_id, campaign));
  }

  /** Waits until the campaign has started by itself, or a server has found why it does not. */
  async letScheduleCome(campaign: number): Promise<void> {
    await this.#letTimersDo((pool, user_id) => isStartAhead(pool, user_id, campaign));
  }

  /** Waits while a timer of the servers has work left, if a server runs. */
  async #letTimersDo(isLeft: (pool: World['database']['pool'], user_id: number) => Promise<boolean>) {
    for (let look = 0; look < LOOKS_FOR_A_TIMER; look++) {
      if (!(await this.#do(isLeft))) return;
      await wait(LOOK_EVERY_MS, undefined, { signal: this.#options.world.signal });
    }
  }

  #do<T>(work: (pool: World['database']['pool'], user_id: number) => Promise<T>): Promise<T> {
    const { world, user_id } = this.#options;
    return world.untilDatabaseAnswers(() => work(world.database.pool, user_id));
  }
}
