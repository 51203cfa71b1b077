import assert from 'node:assert/strict';
import { engineTest, type World } from '../testing/engine-world.ts';

/** Notes, with each state that a delivery takes, whether its transaction chose not to wait for the disk. */
async function noteCommits(world: World): Promise<() => Promise<[state: string, isHasty: boolean][]>> {
  await world.app.database.pool.query(`
    create table noted (id int generated always as identity, state text, is_hasty boolean);
    create function note_commit() returns trigger language plpgsql security definer as $$
    begin
      insert into public.noted (state, is_hasty)
      select new.state, setting = 'off' and source = 'session' from pg_catalog.pg_settings
      where name = 'synchronous_commit';
      return new;
    end $$;
    create trigger note_commit after insert or update on deliveries for each row execute function note_commit()`);
  return async () => {
    const { rows } = await world.app.database.pool.query('select state, is_hasty from noted order by id');
    return rows.map(({ state, is_hasty }) => [state, is_hasty]);
  };
}

async function prepared(world: World): Promise<void> {
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada', 'bo']), profiles }));
}

engineTest('a claim need not be on the disk when it is answered; begin and result must be', async (world) => {
  await prepared(world);
  const commits = await noteCommits(world);
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.deepEqual(await commits(), [
    ['leased', true],
    ['sending', false],
    ['sent', false],
  ]);
});

engineTest('a claim that hands out a request too is on the disk first', async (world) => {
  await prepared(world);
  const commits = await noteCommits(world);
  await world.user.call('POST /api/profiles/open', { body: { profile_path: '/p/one' } });
  const { requests, deliveries } = await world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 0, profile_paths: ['/p/one'] },
  });
  assert.deepEqual([requests.length, deliveries.length], [1, 1]);
  assert.deepEqual(await commits(), [['leased', false]]);
});
