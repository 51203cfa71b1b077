import assert from 'node:assert/strict';
import { listPeople, makeCampaign } from '../testing/city-campaign.ts';
import { engineTest } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';

engineTest(
  'begin grants nobody a text with a hole, nor one of whose values nothing is known',
  async (world) => {
    const { campaign } = await makeCampaign(world, { content: 'In {city}', cities: { ada: 'Oslo' } });
    await world.start(campaign);
    const { pool } = world.app.database;
    const claimWith = async (blanks: string | null) => {
      const [delivery] = await world.work();
      assert.ok(delivery);
      await pool.query('update deliveries set blanks = $1', [blanks]);
      return delivery;
    };
    const unknown = await claimWith(null);
    assert.equal((await refusal(world.begin(unknown))).code, 'paused');
    assert.deepEqual(
      (await listPeople(world, campaign, 'tried')).map(([, state]) => state),
      ['waiting'],
    );
    const empty = await claimWith('{}');
    assert.equal((await refusal(world.begin(empty))).code, 'gone');
    assert.deepEqual(await listPeople(world, campaign, 'skipped'), [
      ['ada', 'skipped', 'Nothing for "city"'],
    ]);
  },
);

engineTest(
  'a version that fills no blanks makes no campaign with them, and changes the text of none',
  async (world) => {
    const { campaign } = await makeCampaign(world, { content: 'In {city}', cities: { ada: 'Oslo' } });
    const { pool } = world.app.database;
    const set = (content: string) =>
      pool.query('update campaigns set template_content = $1 where id = $2', [content, campaign]);
    await assert.rejects(set('Hi {username}'), /has blanks/);
    const copy = (content: string) =>
      pool.query(
        `insert into campaigns (user_id, name, template_name, template_content, list_id, list_name, created_at)
      select user_id, name, template_name, $1, list_id, list_name, created_at from campaigns where id = $2`,
        [content, campaign],
      );
    await assert.rejects(copy('Hi {first_name}'), /has blanks/);
    await copy('Hi {username} :{ } {1}');
  },
);
