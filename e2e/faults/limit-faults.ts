import type { FaultInjector } from './moment.ts';
import { isAccepted } from './owner.ts';
import type { Scene } from './scene.ts';

const UNDO_SECONDS = 60;
/** A campaign more, of few people. */
const SMALL = { fresh: 2, known: 0 } as const;
/** So much is left until a last moment when a message is to be begun: less than a grant lasts. */
const LAST_SECONDS = 45;
const START_IN_MS = 600_000;
/** In time, late, and too late to be started. */
const LATE_SECONDS = [0, 0, 600, 1000] as const;

/** Changes of when and how much may be sent, while messages are sent. */
export const limitFaults = {
  async 'hours closed'({ scene, held, release, pause }) {
    const { limits, campaign } = scene;
    const { closing, isClosed } = await limits.close(campaign.id);
    scene.note(`closed by ${closing}: ${isClosed}`);
    if (closing === 'last moment') await scene.time.moveMoment(campaign.id, 'not_after', LAST_SECONDS);
    const end = await scene.keep('hours closed', isClosed ? held : undefined);
    release();
    await pause();
    end();
    await limits.open(campaign.id);
    return true;
  },
  async 'cap lowered'({ scene, release, pause }) {
    const { limits, campaign } = scene;
    await limits.lowerCap(campaign.id);
    release();
    await pause();
    if (scene.random() < 0.5) await scene.time.passDay();
    await pause();
    await limits.raiseCaps(campaign.id);
    return true;
  },
  async 'start undone'({ scene, release, pause }) {
    await pauseAll(scene);
    const isFirst = scene.random() < 0.3 && (await isAccepted(scene.makeCampaign(SMALL)));
    const { id } = scene.campaign;
    const params = { id };
    const isStarted = await isAccepted(
      scene.owner.call('POST /api/campaigns/{id}/start', { params, body: { undo_seconds: UNDO_SECONDS } }),
    );
    scene.note(`${isFirst ? 'first' : 'other'} start that can be undone: ${isStarted}`);
    release();
    await pause();
    if (scene.random() < 0.5) await scene.time.moveMoment(id, 'countdown_until');
    else await isAccepted(scene.owner.call('POST /api/campaigns/{id}/undo-start', { params }));
    await pause();
    return true;
  },
  async 'start scheduled'({ scene, release, pause }) {
    const before = scene.campaign.id;
    await pauseAll(scene);
    if (!(await isAccepted(scene.makeCampaign(SMALL)))) return true;
    const { id } = scene.campaign;
    const body = { start_at: new Date(Date.now() + START_IN_MS).toISOString() };
    await isAccepted(scene.owner.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body }));
    // The other campaign then has the profiles.
    if (scene.random() < 0.3)
      await isAccepted(scene.owner.call('POST /api/campaigns/{id}/start', { params: { id: before } }));
    release();
    await scene.time.moveMoment(id, 'start_at', -scene.draw(LATE_SECONDS));
    await scene.time.letScheduleCome(id);
    await pause();
    return true;
  },
} satisfies Record<string, FaultInjector>;

/** So that all profiles are free. */
async function pauseAll({ owner }: Scene): Promise<void> {
  const { campaigns } = await owner.call('GET /api/campaigns', { query: { status: 'running', limit: 100 } });
  for (const { id } of campaigns)
    await isAccepted(owner.call('POST /api/campaigns/{id}/stop', { params: { id } }));
}
