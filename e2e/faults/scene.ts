import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '@pigeonpost/contract/client';
import { type Random, seededRandom } from '../kills/seeded-random.ts';
import { Audience } from './audience.ts';
import { Breakpoints, type Held } from './breakpoints.ts';
import { Guarantees } from './guarantees.ts';
import { Limits } from './limits.ts';
import { Machine } from './machine.ts';
import { isAccepted, Owner } from './owner.ts';
import type { Breakpoint, Fault, PlannedScene } from './plan.ts';
import type { GivenDelivery } from './proxy.ts';
import { type Campaign, SceneFollowUps } from './scene-follow-ups.ts';
import { SceneReplies } from './scene-replies.ts';
import { SceneTime } from './scene-time.ts';
import { type Arrival, ScriptedSite } from './site.ts';
import type { World } from './world.ts';

const PEOPLE_OF_CAMPAIGN = 6;
/** The number of people from an earlier campaign that are added, to whichever list. */
const KNOWN_OF_CAMPAIGN = 2;
/** How many of the campaigns pause for a look, after at most so many people. */
const CANARY_SHARE = 0.4;
const MOST_OF_CANARY = 3;
const NEVER_TWICE_DAYS = 3650;
const LOOK_EVERY_MS = 100;
/** After this many looks without a change, time is moved on. */
const LOOKS_BEFORE_TIME = 30;
/** In a scene with caps a day passes after so many. */
const LOOKS_BEFORE_DAY = 15;
/**
 * A scene that has not come to an end after this many looks is stuck. With fifty scenes in parallel, the shared
 * programs are away most of the time, and an agent with growing retry delays may miss them for minutes.
 */
const MOST_LOOKS = 6000;

/** One user with a machine, campaigns and people, and what can be observed of them. */
export class Scene {
  readonly name: string;
  readonly world: World;
  readonly owner: Owner;
  readonly machine: Machine;
  readonly breakpoints: Breakpoints;
  readonly site: ScriptedSite;
  readonly random: Random;
  readonly guarantees: Guarantees;
  readonly audience: Audience;
  readonly limits: Limits;
  readonly time: SceneTime;
  readonly replies: SceneReplies;
  readonly followUps: SceneFollowUps;
  readonly campaigns: Campaign[] = [];
  /** Campaigns and lists that were deleted. */
  readonly deleted = new Set<number>();
  readonly deletedLists = new Set<number>();
  /** Campaigns that were deleted with `keep_sent`, and people changed by hand. */
  readonly kept = new Set<number>();
  readonly changed = new Set<string>();
  /** People whom the owner took out of a campaign. */
  readonly takenOut = new Set<string>();
  /** Whether its database was set back to a copy. */
  hadCopy = false;
  readonly problems: string[] = [];
  /** Whether the owner's never-twice setting is on: in every second scene. */
  readonly neverTwice: boolean;
  readonly #personOf = new Map<string, string>();
  #profiles: number[] = [];
  #made = 0;

  static async open(world: World, admin: Call, plan: PlannedScene): Promise<Scene> {
    const name = `scene${plan.number}`;
    const breakpoints = new Breakpoints();
    const site = new ScriptedSite(breakpoints);
    // The choice of the server is not part of the plan: the number of calls depends on the machine's speed.
    const draw = seededRandom(plan.number);
    const given: { to?: Scene } = {};
    world.sites.add(name, site);
    world.proxy.add(name, {
      breakpoints,
      server: () => world.servers.addressFor(draw()),
      onGiven: (deliveries) => given.to?.take(deliveries),
      personOf: (token) => given.to?.personOf(token),
    });
    const owner = await Owner.open({ url: world.proxy.urlOf(name), admin, signal: world.signal }, name);
    const neverTwice = plan.number % 2 === 1;
    const limits = new Limits({ owner, random: plan.random, number: plan.number });
    const scene = new Scene({
      world,
      owner,
      breakpoints,
      site,
      name,
      random: plan.random,
      neverTwice,
      limits,
    });
    given.to = scene;
    await scene.#prepare();
    return scene;
  }

  private constructor(
    parts: Pick<
      Scene,
      'world' | 'owner' | 'breakpoints' | 'site' | 'name' | 'random' | 'neverTwice' | 'limits'
    >,
  ) {
    this.neverTwice = parts.neverTwice;
    this.limits = parts.limits;
    this.name = parts.name;
    this.world = parts.world;
    this.owner = parts.owner;
    this.breakpoints = parts.breakpoints;
    this.site = parts.site;
    this.random = parts.random;
    this.audience = new Audience(parts);
    this.time = new SceneTime({ world: this.world, user_id: this.owner.id });
    this.guarantees = new Guarantees({
      pool: this.world.database.pool,
      user_id: this.owner.id,
      site: this.site,
      campaign: () => this.campaign.id,
    });
    this.machine = new Machine({
      world: this.world,
      name: this.name,
      token: () => this.owner.token,
      signIn: () => this.owner.signIn(),
    });
    this.replies = new SceneReplies(this);
    this.followUps = new SceneFollowUps(this);
  }

  take(deliveries: GivenDelivery[]): void {
    for (const { token, recipient } of deliveries) this.#personOf.set(token, recipient);
  }

  personOf(token: string): string | undefined {
    return this.#personOf.get(token);
  }

  get campaign(): Campaign {
    return this.campaigns.at(-1) as Campaign;
  }

  draw<T>(things: readonly T[]): T {
    return things[Math.floor(this.random() * things.length)] as T;
  }

  /**
   * Holds the next delivery at the breakpoint, and meanwhile does everything that one needs to get there. Undefined,
   * and a problem, if none ever does.
   */
  async catchNext(breakpoint: Breakpoint): Promise<Held | undefined> {
    const caught = this.breakpoints.catchNext(breakpoint);
    const held = await this.#keepGoingUntil(caught);
    if (held) this.note(`held at ${breakpoint}: ${held.person}`);
    else this.problems.push(`Nothing comes to the point "${breakpoint}" any more.`);
    return held;
  }

  /** Continues until the promise settles, or for a while. */
  async goOn(until: Promise<unknown>): Promise<void> {
    await this.#keepGoingUntil(until);
  }

  async #keepGoingUntil<T>(caught: Promise<T>): Promise<T | undefined> {
    for (let looks = 1; looks <= MOST_LOOKS; looks++) {
      const look = wait(LOOK_EVERY_MS, undefined, { signal: this.world.signal });
      const found = await Promise.race([caught.then((one) => ({ one })), look.then(() => undefined)]);
      if (found) return found.one;
      await this.machine.start();
      if (this.hadCopy) await this.continueSending();
      const goesOn = await this.time.passPauses();
      if (!goesOn) await this.keepCampaignRunning();
      if (looks % LOOKS_BEFORE_TIME === 0) await this.time.move();
      if (this.limits.isLimited && looks % LOOKS_BEFORE_DAY === 0) await this.time.passDay();
    }
    return undefined;
  }

  /** The campaign of an arrived message. */
  readonly campaignOf = ({ message }: Pick<Arrival, 'message'>): number | undefined =>
    this.campaigns.find(({ beginning }) => message.startsWith(beginning))?.id;

  /** Starts paused campaigns, and another one if none is left. */
  async keepCampaignRunning(): Promise<void> {
    const { call } = this.owner;
    await this.wakeProfiles();
    const params = { id: this.campaign.id };
    const answer = await call('GET /api/campaigns/{id}', { params }).catch(() => undefined);
    const status = answer?.campaign.status;
    // A campaign that was never started cannot start after its list was deleted, or without people.
    const isLost =
      status === 'pending' &&
      (this.deletedLists.has(this.campaign.list_id) || answer?.campaign.total_list === 0);
    if (status === 'paused' || (status === 'pending' && !isLost))
      await isAccepted(this.owner.call('POST /api/campaigns/{id}/start', { params }));
    else if (status !== 'running') await isAccepted(this.startCampaign());
  }

  /**
   * Presses Continue once the machine has reported what a copy of the database had forgotten, which may be later than
   * the copy was found. Returns what is known about the freeze.
   */
  async continueSending() {
    const state = await this.untilDatabaseAnswers(() => this.machine.readMerging());
    if (state === 'merged') await this.owner.call('POST /api/freeze/end', { body: { anyway: true } });
    return state;
  }

  /** Presses Resume for resting profiles, and switches on those that are off. */
  async wakeProfiles(): Promise<void> {
    const { profiles } = await this.owner.call('GET /api/profiles');
    for (const { id, is_active, blocked_at, signed_out_at } of profiles) {
      const params = { id };
      if (!is_active) await isAccepted(this.owner.call('PUT /api/profiles/{id}/toggle', { params }));
      if (blocked_at || signed_out_at)
        await isAccepted(this.owner.call('PUT /api/profiles/{id}/resume', { params }));
    }
  }

  async startCampaign(): Promise<void> {
    await this.makeCampaign();
    await isAccepted(this.owner.call('POST /api/campaigns/{id}/start', { params: { id: this.campaign.id } }));
  }

  /** A follow-up, or a new campaign, on a new list or the previous one, with new people. */
  async makeCampaign({ fresh = PEOPLE_OF_CAMPAIGN, known = KNOWN_OF_CAMPAIGN } = {}): Promise<void> {
    const { call } = this.owner;
    const number = ++this.#made;
    const name = `${this.name} ${number}`;
    const beginning = `${name}: `;
    const message = beginning + this.audience.drawText();
    const { template } = await call('POST /api/templates', { body: { name, content: message } });
    const text = { template_id: template.id, beginning, message };
    const followUp = await this.followUps.makeSometimes({ name, message_template_id: template.id });
    if (followUp) return void this.campaigns.push({ ...followUp, ...text });
    const last = this.campaigns.at(-1);
    const list_id =
      last && !this.deletedLists.has(last.list_id) && this.random() < 0.4
        ? last.list_id
        : (await call('POST /api/lists', { body: { name } })).list.id;
    const { people } = this.audience;
    const again = Array.from({ length: Math.min(people.length, known) }, () => this.draw(people));
    await this.audience.import(list_id, { known: again, fresh: this.audience.newPeople(fresh) });
    const cap_day = this.limits.ofCampaign;
    const canary = this.random() < CANARY_SHARE ? 1 + Math.floor(this.random() * MOST_OF_CANARY) : null;
    const body = {
      name,
      message_template_id: template.id,
      list_id,
      profiles_used: this.#profiles,
      cap_day,
      canary,
    };
    const { campaign } = await call('POST /api/campaigns', { body });
    this.campaigns.push({ id: campaign.id, list_id, ...text });
  }

  /** Notes a promise that follows from the owner's action; returns a function that ends it. */
  async keep(fault: Fault, held: Held | undefined): Promise<() => void> {
    return this.untilDatabaseAnswers(() => this.guarantees.note(fault, held));
  }

  note(line: string): void {
    this.world.tell(this.name)(line);
  }

  async #prepare(): Promise<void> {
    const { call } = this.owner;
    for (const [index, profile_path] of (await this.machine.prepare()).entries()) {
      const body = {
        profile_name: `profile ${index + 1}`,
        profile_path,
        insta_username: `${this.name}.${index}`,
        begin_slowly: this.limits.isLimited && index === 0,
      };
      // Repeated after a lost answer, it is refused: the profile exists.
      await isAccepted(call('POST /api/profiles', { body }));
    }
    this.#profiles = (await call('GET /api/profiles')).profiles.map(({ id }) => id);
    if (this.neverTwice) {
      const body = { max_retries: 3, delay_start: 350, delay_end: 450, never_twice_days: NEVER_TWICE_DAYS };
      await call('PUT /api/settings', { body });
    }
    await this.limits.prepare();
    await this.audience.makeFields();
    while (!(await isAccepted(this.startCampaign()))) this.note('tries again to make a campaign');
    await this.machine.start();
  }

  async untilDatabaseAnswers<T>(work: () => Promise<T>): Promise<T> {
    return this.world.untilDatabaseAnswers(work);
  }
}
