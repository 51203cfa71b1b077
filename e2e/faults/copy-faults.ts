import { setTimeout as wait } from 'node:timers/promises';
import { type Copy, putBack, takeCopy } from './copies.ts';
import type { FaultInjector, Moment } from './moment.ts';
import { isAccepted } from './owner.ts';
import type { Scene } from './scene.ts';

const LOOK_EVERY_MS = 100;
const PEOPLE_OF_FORGOTTEN = 6;
/** Usually several messages. */
const LOOKS = 12;
/** As many as a stuck scene gets. */
const MOST_LOOKS = 6000;

/**
 * The database is set back without an announcement: grants after the copy are forgotten
 * (docs/engine.md#high-water-mark).
 */
export const copyFaults = {
  async 'copy put back'({ scene, release }) {
    const copy = await copyOf(scene);
    release();
    await letSend(scene);
    await scene.world.servers.withServer(0, (_one, startFirst) =>
      scene.world.servers.withServer(1, async (_other, startSecond) => {
        await Promise.all([scene.world.servers.kill(0), scene.world.servers.kill(1)]);
        await putBackIn(scene, copy, false);
        await Promise.all([startFirst(), startSecond()]);
      }),
    );
    await settle(scene);
    return true;
  },
  async 'copy put back twice'(moment) {
    const { scene, release } = moment;
    const copy = await copyOf(scene);
    release();
    for (let time = 0; time < 2; time++) {
      await letSend(scene);
      await putBackIn(scene, copy, true);
      await settle(scene);
    }
    return true;
  },
  async 'database exchanged'({ scene, release, pause }: Moment) {
    const copy = await copyOf(scene);
    release();
    await letSend(scene);
    await putBackIn(scene, copy, true);
    await pause();
    await settle(scene);
    return true;
  },
  /** Somebody got a message after the copy and wrote back: the copy learns of both (docs/engine.md#what-a-restore-forgets). */
  async 'reply forgotten'({ scene, release }) {
    const copy = await copyOf(scene);
    const before = scene.site.arrivals.length;
    release();
    await letSend(scene);
    const reached = scene.site.arrivals.slice(before).map(({ person }) => person);
    if (reached.length === 0) {
      // A cap may be used up, and the campaign be over.
      await scene.time.passDay();
      if (!(await scene.time.passPauses())) await scene.keepCampaignRunning();
      return false;
    }
    const person = scene.draw(reached);
    const siteId = scene.site.write(person, 'Stop');
    await putBackIn(scene, copy, true);
    await settle(scene);
    await hearAgain(scene, { person, siteId });
    return true;
  },
  /** A campaign is made and sends after the copy, in place of the one that runs in it. */
  async 'campaign forgotten'({ scene, release }) {
    const copy = await copyOf(scene);
    release();
    await scene.wakeProfiles();
    const params = { id: scene.campaign.id };
    const body = { status: 'completed' } as const;
    await isAccepted(scene.owner.call('PUT /api/campaigns/{id}/status', { params, body }));
    const since = new Date();
    const lists = new Set(scene.campaigns.map(({ list_id }) => list_id));
    // The copy knows the people and their values.
    const isMade = await isAccepted(scene.makeCampaign({ fresh: 0, known: PEOPLE_OF_FORGOTTEN }));
    const lost = isMade ? scene.campaigns.pop() : undefined;
    if (lost) {
      scene.campaigns.unshift(lost);
      scene.deleted.add(lost.id);
      if (!lists.has(lost.list_id)) scene.deletedLists.add(lost.list_id);
      const start = { params: { id: lost.id } };
      await isAccepted(scene.owner.call('POST /api/campaigns/{id}/start', start));
      await letSend(scene);
    }
    const reached = scene.site.arrivals.filter((one) => scene.campaignOf(one) === lost?.id);
    await putBackIn(scene, copy, true);
    await settle(scene);
    scene.note(`${reached.length} got a message of a forgotten campaign`);
    await checkLedger(
      scene,
      reached.map(({ person }) => person),
      since,
    );
    return true;
  },
} satisfies Record<string, FaultInjector>;

/** Whom a campaign that the copy has forgotten reached counts as messaged, by name. */
async function checkLedger(scene: Scene, people: string[], since: Date): Promise<void> {
  const { rows } = await scene.untilDatabaseAnswers(() =>
    scene.world.database.pool.query<{ recipient: string }>(
      `select recipient from message_ledger where user_id = $1 and recipient = any ($2)
        and messaged_at(message_ledger, 'infinity') > $3`,
      [scene.owner.id, people, since],
    ),
  );
  const known = new Set(rows.map(({ recipient }) => recipient));
  for (const person of people)
    if (!known.has(person))
      scene.problems.push(`${person} got a message of a forgotten campaign, unnoticed.`);
}

/** Each waits three seconds: a busy machine gets minutes for what an idle one has at once. */
const TIMES_READ = 100;

/** A profile that rests, or is at work, is read later. */
async function hearAgain(scene: Scene, reply: { person: string; siteId: string }): Promise<void> {
  for (let time = 0; time < TIMES_READ; time++) {
    await scene.wakeProfiles();
    if (await scene.replies.read(reply.siteId)) return scene.note(`the reply of ${reply.person} is heard`);
  }
  scene.problems.push(`${reply.person} replied to a message that a copy had forgotten, and is not heard.`);
}

const copyOf = (scene: Scene) =>
  scene.untilDatabaseAnswers(() => takeCopy(scene.world.database.pool, scene.owner.id));

/** The forgotten grants are those of the scene's machine. */
async function putBackIn(scene: Scene, copy: Copy, isRunning: boolean): Promise<void> {
  const { world, machine, owner } = scene;
  const running = isRunning ? { knownMark: () => machine.readKnownMark() } : undefined;
  const put = () => putBack(world.database.pool, { user_id: owner.id, copy, running, signal: world.signal });
  let hasForgotten = await scene.untilDatabaseAnswers(put);
  while (hasForgotten === undefined) {
    await machine.start();
    await wait(LOOK_EVERY_MS, undefined, { signal: world.signal });
    hasForgotten = await scene.untilDatabaseAnswers(put);
  }
  scene.hadCopy = true;
  scene.note(hasForgotten ? 'a copy that has forgotten grants' : 'a copy that has forgotten nothing');
}

/** Profiles send without a pause; nothing is made meanwhile that the copy would lack. */
async function letSend(scene: Scene): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    await scene.machine.start();
    await scene.time.passPauses();
    await wait(LOOK_EVERY_MS, undefined, { signal: scene.world.signal });
  }
}

/** Until the machine has called and reported what was forgotten, and its owner has pressed Continue. */
async function settle(scene: Scene): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    await scene.machine.start();
    const state = await scene.continueSending();
    if (state === 'frozen') scene.note('waits for its machine');
    if (state === 'knows no more') return;
    await wait(LOOK_EVERY_MS, undefined, { signal: scene.world.signal });
  }
  scene.problems.push('A database that was set back is never noticed, or its machine never merges.');
}
