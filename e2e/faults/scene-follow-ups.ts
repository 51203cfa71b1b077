import type { Random } from '../kills/seeded-random.ts';
import { isAccepted, type Owner } from './owner.ts';
import type { SceneTime } from './scene-time.ts';
import type { ScriptedSite } from './site.ts';

/** How many of the campaigns after the first are follow-ups, if anybody is ready, of one of the last campaigns. */
const SHARE = 0.5;
const FOLLOWED_CAMPAIGNS = 3;
/** In the others somebody is ready only if the days have passed before. */
const SHARE_OF_PASSED_DAYS = 0.7;

export interface Campaign {
  id: number;
  list_id: number;
  template_id: number;
  /** Every text begins with its campaign's own words. */
  beginning: string;
  message: string;
  /** If it is a follow-up. */
  follows?: FollowUp;
}

/** What the owner of a scene knows of a follow-up. */
interface FollowUp {
  /** The campaign that it follows. */
  of: number;
  /** Who was in its list when it was made. */
  people: ReadonlySet<string>;
  /** The days that had passed by then. */
  day: number;
  /** The folders of the profiles whose people were given to the others. */
  given: Set<string>;
}

interface Parts {
  owner: Owner;
  random: Random;
  site: ScriptedSite;
  time: SceneTime;
  campaigns: readonly Campaign[];
  deleted: ReadonlySet<number>;
  draw<T>(things: readonly T[]): T;
  note(line: string): void;
}

interface Wanted {
  name: string;
  message_template_id: number;
}

/** The follow-ups of a scene's owner (docs/behaviour.md#follow-ups). */
export class SceneFollowUps {
  readonly #scene: Parts;
  /** The number of people who were given to other profiles. */
  given = 0;

  constructor(scene: Parts) {
    this.#scene = scene;
  }

  /** Makes a follow-up of one of the last campaigns, or not. */
  async makeSometimes(wanted: Wanted) {
    const { campaigns, deleted, random } = this.#scene;
    const there = campaigns.filter(({ id }) => !deleted.has(id));
    if (there.length === 0 || random() >= SHARE) return undefined;
    const { id } = this.#scene.draw(there.slice(-FOLLOWED_CAMPAIGNS));
    const made = await this.#make(id, wanted);
    this.#scene.note(`follow-up of campaign ${id}: ${made ? [...made.follows.people].join() : 'refused'}`);
    return made;
  }

  /** Makes a follow-up of a campaign, without starting it; undefined if it is refused, mostly because nobody is ready. */
  async #make(
    of: number,
    wanted: Wanted,
  ): Promise<{ id: number; list_id: number; follows: FollowUp } | undefined> {
    const { owner, random, site, time } = this.#scene;
    if (random() < SHARE_OF_PASSED_DAYS) site.day += await time.passDaysOfFollowUps();
    const body = { ...wanted, even_unread: true };
    let made: { id: number; list_id: number | null } | undefined;
    await isAccepted(
      owner.call('POST /api/campaigns/{id}/follow-up', { params: { id: of }, body }).then(({ campaign }) => {
        made = campaign;
      }),
    );
    if (made?.list_id == null) return undefined;
    const { id, list_id } = made;
    const input = { params: { id: list_id }, query: { limit: 100 } };
    const { recipients } = await owner.call('GET /api/lists/{id}/recipients', input);
    const people = new Set(recipients.map(({ recipient }) => recipient));
    return { id, list_id, follows: { of, people, day: site.day, given: new Set() } };
  }

  /** Lets the other profiles write to the people of one. */
  async giveToOthers(
    { id, follows }: { id: number; follows: FollowUp },
    profile: { id: number; profile_path: string },
  ): Promise<void> {
    // Before the call: its answer may be lost.
    follows.given.add(profile.profile_path);
    const input = { params: { id }, body: { profile_id: profile.id } };
    await isAccepted(
      this.#scene.owner.call('POST /api/campaigns/{id}/give-to-others', input).then(({ given }) => {
        this.given += given;
      }),
    );
  }
}
