import type { HourRange } from '@pigeonpost/contract/sending-hours';
import type { Random } from '../kills/seeded-random.ts';
import { isAccepted, type Owner } from './owner.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The farthest zone in the west and in the east, in hours. */
const ZONES = { west: -12, east: 14 } as const;
const NO_CAPS = { profile_cap_hour: null, profile_cap_day: null, cap_day: null } as const;
/** A cap that is reached again and again, because the others are greater. */
const STANDING_CAP = 2;

/** How the owner keeps messages from going for a while. */
const CLOSINGS = ['hours', 'quiet date', 'hours of the campaign', 'last moment', 'clock'] as const;
type Closing = (typeof CLOSINGS)[number];
const CAPS = ['profile_cap_hour', 'profile_cap_day', 'cap_day', 'campaign'] as const;
type Cap = (typeof CAPS)[number];

interface LimitsOptions {
  owner: Pick<Owner, 'call'>;
  random: Random;
  /** The number of the scene. */
  number: number;
}

/** When and how much the owner of a scene lets be sent. */
export class Limits {
  /** Whether there are hours and a cap before and after each fault too: in every third scene. */
  readonly isLimited: boolean;
  /** The cap of every campaign. */
  readonly ofCampaign: number | null;
  readonly #standing: Cap | undefined;
  readonly #options: LimitsOptions;
  /** By how many hours the clock of the user's zone is ahead of UTC. */
  #ahead = 0;

  constructor(options: LimitsOptions) {
    this.#options = options;
    this.#standing =
      options.number % 3 === 2 ? CAPS[Math.floor(options.number / 3) % CAPS.length] : undefined;
    this.isLimited = this.#standing !== undefined;
    this.ofCampaign = this.#standing === 'campaign' ? STANDING_CAP : null;
  }

  async prepare(): Promise<void> {
    if (!this.isLimited) return;
    const zones = ZONES.east - ZONES.west + 1;
    await this.#turnClock(ZONES.west + Math.floor(this.#options.random() * zones));
    await this.#change({ ...this.#standingCaps(), hours: this.#openForHours() });
  }

  /** Whether nothing of the campaign may be begun from now on, and what was done. */
  async close(campaign: number): Promise<{ closing: Closing; isClosed: boolean }> {
    const closing = this.#draw(CLOSINGS);
    return { closing, isClosed: await this.#close(closing, campaign) };
  }

  async #close(closing: Closing, campaign: number): Promise<boolean> {
    switch (closing) {
      case 'hours':
        return this.#change({ hours: this.#inThreeDays() });
      case 'quiet date':
        return this.#change({ quiet_dates: [{ from: this.#dayIn(0), to: this.#dayIn(1) }] });
      case 'hours of the campaign':
        return this.changeCampaign(campaign, { hours: this.#inThreeDays() });
      case 'last moment':
        return this.changeCampaign(campaign, { not_after: new Date(Date.now() + DAY_MS).toISOString() });
      case 'clock': {
        if (!(await this.#change({ hours: this.#openAroundNow() }))) return false;
        const turns = [-12, -1, 1, 12].filter(
          (hours) => this.#ahead + hours >= ZONES.west && this.#ahead + hours <= ZONES.east,
        );
        return this.#turnClock(this.#ahead + this.#draw(turns));
      }
    }
  }

  /** Lets messages go again, as before. */
  async open(campaign: number): Promise<void> {
    await this.#change({ hours: this.isLimited ? this.#openForHours() : null, quiet_dates: [] });
    await this.changeCampaign(campaign, { hours: null, not_after: null });
  }

  /** Lowers one of the caps to a single message, or lets there be one. */
  async lowerCap(campaign: number): Promise<boolean> {
    const cap = this.#draw(CAPS);
    return cap === 'campaign' ? this.changeCampaign(campaign, { cap_day: 1 }) : this.#change({ [cap]: 1 });
  }

  async raiseCaps(campaign: number): Promise<void> {
    await this.#change(this.#standingCaps());
    await this.changeCampaign(campaign, { cap_day: this.ofCampaign });
  }

  #standingCaps() {
    const cap = this.#standing;
    return cap === undefined || cap === 'campaign' ? NO_CAPS : { ...NO_CAPS, [cap]: STANDING_CAP };
  }

  /** Whether it was accepted: a campaign that has ended keeps what it has. */
  async changeCampaign(
    id: number,
    body: { hours?: HourRange[] | null; not_after?: string | null; cap_day?: number | null },
  ): Promise<boolean> {
    return isAccepted(this.#options.owner.call('PUT /api/campaigns/{id}', { params: { id }, body }));
  }

  #change(body: {
    hours?: HourRange[] | null;
    quiet_dates?: { from: string; to: string }[];
    profile_cap_hour?: number | null;
    profile_cap_day?: number | null;
    cap_day?: number | null;
  }): Promise<boolean> {
    return isAccepted(this.#options.owner.call('PUT /api/settings', { body }));
  }

  /** Another zone, so that the user's clock shows another hour, and perhaps another day. */
  async #turnClock(ahead: number): Promise<boolean> {
    // The signs of these zones are those of POSIX.
    const time_zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    const isTurned = await isAccepted(
      this.#options.owner.call('PUT /api/auth/profile', { body: { time_zone } }),
    );
    if (isTurned) this.#ahead = ahead;
    return isTurned;
  }

  /** Closed for an hour of each day, which begins in half a day. */
  #openForHours(): HourRange[] {
    const closed = this.#clock().getUTCHours() + 12;
    return Array.from({ length: 7 }, (_, day) => ({
      day: day + 1,
      from: `${twoDigits((closed + 1) % 24)}:00`,
      to: endOf(`${twoDigits(closed % 24)}:00`),
    }));
  }

  /** An hour of today in whose middle it is now: one hour earlier or later it is closed. */
  #openAroundNow(): HourRange[] {
    const from = this.#clock(-HOUR_MS / 2);
    return [{ day: weekday(from), from: timeOf(from), to: endOf(timeOf(this.#clock(HOUR_MS / 2))) }];
  }

  #inThreeDays(): HourRange[] {
    return [{ day: weekday(this.#clock(3 * DAY_MS)), from: '00:00', to: '24:00' }];
  }

  #dayIn(days: number): string {
    return this.#clock(days * DAY_MS)
      .toISOString()
      .slice(0, 10);
  }

  /** What the user's clock shows, now or so much later, as the date of UTC. */
  #clock(laterMs = 0): Date {
    return new Date(Date.now() + this.#ahead * HOUR_MS + laterMs);
  }

  #draw<T>(things: readonly T[]): T {
    return things[Math.floor(this.#options.random() * things.length)] as T;
  }
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const timeOf = (clock: Date) => `${twoDigits(clock.getUTCHours())}:${twoDigits(clock.getUTCMinutes())}`;
/** A range ends at 24:00, not at 00:00. */
const endOf = (time: string) => (time === '00:00' ? '24:00' : time);
const weekday = (clock: Date) => clock.getUTCDay() || 7;
