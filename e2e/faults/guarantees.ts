import type pg from 'pg';
import type { Held } from './breakpoints.ts';
import type { Fault } from './plan.ts';
import type { Arrival, ScriptedSite } from './site.ts';

/** A promise to an owner: this person gets no message of this campaign, from then on or for a while. */
interface Guarantee {
  campaign_id: number;
  person: string;
  since: Fault;
  /** The number of messages that had arrived by then, and when the promise ended. */
  arrived: number;
  until: number;
}

/** The faults after which a delivery that was not begun must not begin, and for which campaigns. */
const KEPT_FROM = new Map<Fault, 'every campaign' | 'this campaign' | 'who was skipped'>([
  ['do not contact', 'every campaign'],
  ['stop link pressed', 'every campaign'],
  ['person replied', 'every campaign'],
  ['campaign stopped', 'this campaign'],
  ['campaign deleted', 'this campaign'],
  ['person changed', 'who was skipped'],
  ['person taken out', 'who was skipped'],
  ['campaign paused', 'this campaign'],
  ['subscription ended', 'every campaign'],
  ['hours closed', 'this campaign'],
]);

/** The points at which begin is not asked, or has not reached a server. */
const BEFORE_BEGIN: readonly string[] = ['given', 'asked'];
/** Once begun, a message may be out. */
const BEGUN: readonly string[] = ['sending', 'sent', 'uncertain'];

interface GuaranteesOptions {
  pool: pg.Pool;
  user_id: number;
  site: ScriptedSite;
  /** The campaign of the owner's last action. */
  campaign: () => number;
}

/** Records the owner's actions before a message was begun, after which it must not arrive. */
export class Guarantees {
  readonly #options: GuaranteesOptions;
  readonly #given: Guarantee[] = [];

  constructor(options: GuaranteesOptions) {
    this.#options = options;
  }

  /** Call it while the delivery is held. Returns a function that ends the promise. */
  async note(fault: Fault, held: Held | undefined): Promise<() => void> {
    const kept = KEPT_FROM.get(fault);
    if (!kept || held?.person === undefined || !BEFORE_BEGIN.includes(held.breakpoint)) return () => {};
    const { person } = held;
    const { campaign, site } = this.#options;
    const guarantees: Guarantee[] = [];
    for (const { campaign_id, state } of await this.#statesOf(person)) {
      if (BEGUN.includes(state)) continue;
      if (kept === 'this campaign' && campaign_id !== campaign()) continue;
      if (kept === 'who was skipped' && state !== 'skipped') continue;
      const arrived = site.arrivals.length;
      guarantees.push({ campaign_id, person, since: fault, arrived, until: Number.POSITIVE_INFINITY });
    }
    this.#given.push(...guarantees);
    return () => {
      for (const one of guarantees) one.until = site.arrivals.length;
    };
  }

  /** The broken promises, a sentence each. */
  broken(campaignOf: (arrival: Arrival) => number | undefined): string[] {
    const { arrivals } = this.#options.site;
    return this.#given.flatMap(({ campaign_id, person, since, arrived, until }) => {
      const late = arrivals
        .slice(arrived, until)
        .some((one) => one.person === person && campaignOf(one) === campaign_id);
      return late ? [`${person} got a message of campaign ${campaign_id} after: ${since}.`] : [];
    });
  }

  /** The states of the person's deliveries, once no engine transaction of this user runs. */
  async #statesOf(person: string): Promise<{ campaign_id: number; state: string }[]> {
    const { pool, user_id } = this.#options;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(1, $1::int)', [user_id]);
      const { rows } = await client.query<{ campaign_id: number; state: string }>(
        `select d.campaign_id, d.state from deliveries d
        join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
        where d.user_id = $1 and r.recipient = $2`,
        [user_id, person],
      );
      await client.query('commit');
      client.release();
      return rows;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}
