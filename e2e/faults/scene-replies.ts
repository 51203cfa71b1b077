import { setTimeout as wait } from 'node:timers/promises';
import type { Machine } from './machine.ts';
import { isAccepted, type Owner } from './owner.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 100;
/** A profile that holds a delivery is read only after it. */
const LOOKS = 30;

interface Parts {
  world: World;
  owner: Owner;
  machine: Machine;
}

/** What the server knows of the people of a scene who write back. */
export class SceneReplies {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** As if a campaign of before had written to them: otherwise nothing that they write is a reply. */
  async noteEarlierMessage(person: string): Promise<void> {
    const { world, owner } = this.#parts;
    await world.untilDatabaseAnswers(() =>
      world.database.pool.query(
        `insert into message_ledger as l (user_id, recipient, first_messaged_at)
        values ($1, $2, now() - interval '1 day')
        on conflict (user_id, recipient)
        do update set first_messaged_at = coalesce(l.first_messaged_at, excluded.first_messaged_at)`,
        [owner.id, person],
      ),
    );
  }

  /** Has the replies read; whether the one with this id is known soon. */
  async read(siteId: string): Promise<boolean> {
    const { world, owner, machine } = this.#parts;
    await isAccepted(owner.call('POST /api/replies/read', { body: {} }));
    for (let look = 0; look < LOOKS; look++) {
      await machine.start();
      const { rows } = await world.untilDatabaseAnswers(() =>
        world.database.pool.query('select from replies where user_id = $1 and site_id = $2', [
          owner.id,
          siteId,
        ]),
      );
      if (rows.length > 0) return true;
      await wait(LOOK_EVERY_MS, undefined, { signal: world.signal });
    }
    return false;
  }
}
