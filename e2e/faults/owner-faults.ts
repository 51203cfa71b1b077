import type { FaultInjector } from './moment.ts';
import { isAccepted, isGone } from './owner.ts';
import type { Scene } from './scene.ts';

/** The last one puts its person on do-not-contact. */
const WORDS = ['Thank you!', 'Who is this?', 'Stop'] as const;
const STATUSES = ['pending', 'sent', 'failed', 'not_found'] as const;

const SHARE_OF_GIVEN = 0.7;

/** Actions of an owner while messages are sent. A refusal is an answer like any other: nothing was changed. */
export const ownerFaults = {
  async 'campaign paused'({ scene, held, release, pause }) {
    const isPaused = await isAccepted(scene.owner.call('POST /api/campaigns/{id}/stop', ofCampaign(scene)));
    const end = await scene.keep('campaign paused', isPaused ? held : undefined);
    release();
    await pause();
    end();
    await isAccepted(scene.owner.call('POST /api/campaigns/{id}/start', ofCampaign(scene)));
    return true;
  },
  async 'campaign stopped'({ scene }) {
    const body = { status: 'completed' } as const;
    return isAccepted(scene.owner.call('PUT /api/campaigns/{id}/status', { ...ofCampaign(scene), body }));
  },
  async 'campaign deleted'({ scene }) {
    const body = { keep_sent: scene.random() < 0.5 };
    const { id } = scene.campaign;
    if (scene.deleted.has(id)) return false;
    const isDeleted = await isGone(scene.owner.call('DELETE /api/campaigns/{id}', { params: { id }, body }));
    if (isDeleted) scene.deleted.add(id);
    if (isDeleted && body.keep_sent) scene.kept.add(id);
    // The held delivery stays, and all others return to pending.
    if (isDeleted && scene.random() < 0.5) await scene.time.letOthersGo(id);
    return isDeleted;
  },
  async 'people imported'({ scene }) {
    const { list_id } = scene.campaign;
    // Some of them twice, and one that is in the list already.
    const fresh = scene.audience.newPeople(2);
    const recipients = [...fresh, ...fresh.slice(0, 1), `plain.${scene.name}.0`];
    return isAccepted(scene.owner.call('POST /api/recipients/bulk', { body: { list_id, recipients } }));
  },
  async 'list deleted'({ scene }) {
    const { list_id } = scene.campaign;
    const isDeleted = await isGone(scene.owner.call('DELETE /api/lists/{id}', { params: { id: list_id } }));
    if (isDeleted) scene.deletedLists.add(list_id);
    // Refused while one of its recipients is being sent to.
    return true;
  },
  async 'person changed'({ scene, held }) {
    const person = await findPerson(scene, held?.person);
    if (!person) return false;
    const params = { id: person.id };
    scene.changed.add(person.recipient);
    if (scene.random() < 0.3) await isAccepted(scene.owner.call('DELETE /api/recipients/{id}', { params }));
    else {
      const body = { status: scene.draw(STATUSES) };
      await isAccepted(scene.owner.call('PUT /api/recipients/{id}/status', { params, body }));
    }
    return true;
  },
  async 'person taken out'({ scene, held, release, pause }) {
    const { call } = scene.owner;
    // Without anybody left it could not be started; a restored database may not know it.
    let isPending = true;
    await isAccepted(
      call('GET /api/campaigns/{id}', ofCampaign(scene)).then(({ campaign }) => {
        isPending = campaign.status === 'pending';
      }),
    );
    const person = isPending ? undefined : await findPerson(scene, held?.person);
    if (!person) return false;
    const input = { ...ofCampaign(scene), body: { recipient_ids: [person.id] } };
    scene.takenOut.add(person.recipient);
    let isOut = false;
    await isAccepted(
      call('POST /api/campaigns/{id}/recipients/take-out', input).then(({ taken_out }) => {
        isOut = taken_out > 0;
      }),
    );
    const end = await scene.keep('person taken out', isOut ? held : undefined);
    release();
    await pause();
    if (!isOut || scene.random() < 0.5) return true;
    end();
    await isAccepted(call('POST /api/campaigns/{id}/recipients/put-back', input));
    return true;
  },
  async 'value changed'({ scene, held }) {
    return scene.audience.changeValue(held?.person);
  },
  async 'template changed'({ scene }) {
    const { template_id, message } = scene.campaign;
    const body = { name: message, content: `Changed meanwhile: ${message}` };
    return isAccepted(scene.owner.call('PUT /api/templates/{id}', { params: { id: template_id }, body }));
  },
  async 'delays changed'({ scene }) {
    const delay_start = 30 + Math.floor(scene.random() * 300);
    const delay_end = delay_start + Math.floor(scene.random() * 300);
    const body = { max_retries: 3, delay_start, delay_end };
    return isAccepted(scene.owner.call('PUT /api/settings', { body }));
  },
  async 'do not contact'({ scene, held }) {
    const recipient = held?.person ?? scene.audience.newPeople(1)[0] ?? '';
    await isAccepted(scene.owner.call('POST /api/do-not-contact', { body: { recipient } }));
    return true;
  },
  /** The person's own press. Their link is there as if an earlier message had it. */
  async 'stop link pressed'({ scene, held }) {
    const person = held?.person ?? scene.audience.newPeople(1)[0] ?? '';
    const { rows } = await scene.untilDatabaseAnswers(() =>
      scene.world.database.pool.query<{ code: string }>(
        `insert into opt_out_links (code, user_id, recipient, created_at)
        values (upper(left(md5(random()::text), 12)), $1, $2, now())
        on conflict (user_id, recipient) do update set recipient = excluded.recipient returning code`,
        [scene.owner.id, person],
      ),
    );
    return scene.owner.pressStopLink(rows[0]?.code ?? '');
  },
  /** The agent sees it if it opens their thread after that; otherwise a reading may find it. */
  async 'person replied'({ scene, held }) {
    const reached = scene.site.arrivals.map(({ person }) => person);
    const person = held?.person ?? (reached.length > 0 ? scene.draw(reached) : undefined);
    if (person === undefined) return false;
    await scene.replies.noteEarlierMessage(person);
    const siteId = scene.site.write(person, scene.draw(WORDS));
    const isOpenedLater = held?.breakpoint === 'given';
    const isKnown = !isOpenedLater && scene.random() < 0.7 && (await scene.replies.read(siteId));
    scene.note(`${person} replied: ${isKnown ? 'known' : 'not known yet'}`);
    await scene.keep('person replied', isOpenedLater || isKnown ? held : undefined);
    return true;
  },
  async 'password changed'({ scene, release, pause }) {
    await scene.owner.changePassword();
    release();
    await pause();
    // Its token has ended: it is restarted with the new one.
    await scene.machine.end();
    scene.machine.takeUnexpectedEnd();
    await scene.machine.start();
    return true;
  },
  async 'subscription ended'({ scene, held, release, pause }) {
    await scene.owner.endSubscription();
    const end = await scene.keep('subscription ended', held);
    release();
    await pause();
    end();
    await scene.owner.renewSubscription();
    return true;
  },
  async 'profile switched off'({ scene, release, pause }) {
    const { profiles } = await scene.owner.call('GET /api/profiles');
    const profile = scene.draw(profiles);
    await isAccepted(scene.owner.call('PUT /api/profiles/{id}/toggle', { params: { id: profile.id } }));
    const { id, follows } = scene.campaign;
    if (follows && scene.random() < SHARE_OF_GIVEN)
      await scene.followUps.giveToOthers({ id, follows }, profile);
    release();
    await pause();
    await scene.wakeProfiles();
    return true;
  },
} satisfies Record<string, FaultInjector>;

function ofCampaign(scene: Scene) {
  return { params: { id: scene.campaign.id } };
}

/** The recipient of the held delivery, or any of the list. */
async function findPerson(
  scene: Scene,
  name: string | undefined,
): Promise<{ id: number; recipient: string } | undefined> {
  const params = { id: scene.campaign.list_id };
  const { recipients } = await scene.owner.call('GET /api/lists/{id}/recipients', { params, query: {} });
  const found = recipients.find(({ recipient }) => recipient === name);
  return found ?? (recipients.length > 0 ? scene.draw(recipients) : undefined);
}
