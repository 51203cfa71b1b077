import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { describePractice } from '../testing/described-sites.ts';
import { openSite } from './agent-site.ts';
import type { TakenSite } from './site-choice.ts';

const WORKING = `
export const createDriver = () => ({ name: 'noticeboard', openThread: async () => {}, send: async () => {} });`;

async function start(t: TestContext, practiceUrl?: string) {
  const path = await mkdtemp(join(tmpdir(), 'pigeonpost-site-'));
  t.after(() => rm(path, { recursive: true }));
  const open = () => openSite({ practiceUrl, directory: { path } });
  const site = await open();
  const take = async (choice: object | null) => {
    await site.take(choice as TakenSite | null);
    const { drivers, site: report } = site.report();
    assert.deepEqual(report.choice, choice);
    return report.error ?? drivers[0];
  };
  const write = async (folder: string, name: string, text: string) => {
    await mkdir(join(path, folder), { recursive: true });
    await writeFile(join(path, folder, name), text);
  };
  return { path, open, site, take, write };
}

test('each kind of site becomes its driver, and an agent says what it lacks', async (t) => {
  const { path, site, take, write } = await start(t);
  assert.equal(await take({ kind: 'practice' }), 'practice');
  const xmpp = { kind: 'xmpp', address: 'https://chat.club.example/', domain: 'club.example' };
  assert.equal(await take(xmpp), 'xmpp');
  assert.equal(site.driver()?.home, 'https://chat.club.example/');
  assert.match(`${await take({ ...xmpp, address: 'ftp://x' })}`, /settings in Settings do not fit: address/);
  assert.equal(await take({ kind: 'snac', address: 'https://club.example' }), 'snac');
  assert.equal(site.driver()?.home, 'https://club.example/');
  const board = { kind: 'own', name: 'noticeboard' };
  assert.match(
    `${await take(board)}`,
    /^There is no driver "noticeboard" in .*drivers\. "npm run driver -- new/,
  );
  await write('drivers', 'noticeboard.mjs', WORKING);
  assert.equal(await take(board), 'noticeboard');
  const club = { kind: 'described', name: 'club' };
  assert.match(`${await take(club)}`, /^There is no club\.json in .*sites\. "npm run driver -- describe/);
  assert.equal(site.driver(), undefined);
  const { name: _, ...described } = describePractice('http://127.0.0.1:9');
  await write('sites', 'club.json', JSON.stringify({ ...described, name: 'club' }));
  assert.equal(await site.retry(), true, 'the file is there now');
  assert.equal(site.driver()?.name, 'club');
  assert.equal(await site.retry(), false);

  // A name never leads out of its folder.
  await writeFile(join(path, 'out.json'), await readFile(join(path, 'sites/club.json')));
  assert.match(`${await take({ kind: 'described', name: '../out' })}`, /^There is no \.\.\/out\.json/);
  assert.match(`${await take({ kind: 'own', name: '../drivers/noticeboard' })}`, /^There is no driver/);
});

test('an agent with several drivers, or a broken one, starts and takes the choice of the app', async (t) => {
  const { path, open, write } = await start(t);
  await write('drivers', 'noticeboard.mjs', WORKING);
  await write('drivers', 'broken.mjs', 'export const count = 1;');
  const site = await open();
  const { drivers, site: report } = site.report();
  assert.deepEqual([drivers, report.choice], [[], null]);
  assert.match(report.error ?? '', /works through one site driver, and .* has 2: .* Choose one in Settings/);
  assert.equal(site.describe(), report.error, 'the person at the machine reads it as well');
  assert.equal(await site.retry(), false, 'both are still there');
  await site.take({ kind: 'own', name: 'noticeboard' });
  assert.deepEqual([site.driver()?.name, site.report().site.error], ['noticeboard', null]);
  await site.take(null);
  assert.equal(site.driver(), undefined);
  await rm(join(path, 'drivers/noticeboard.mjs'));
  assert.match((await open()).report().site.error ?? '', /broken\.mjs cannot be used/);
  await write('drivers', 'noticeboard.mjs', WORKING);
  await rm(join(path, 'drivers/broken.mjs'));
  assert.equal(await site.retry(), true, 'one is left');
  assert.equal(site.driver()?.name, 'noticeboard');
});

test('a choice is kept for the next start, and PRACTICE_URL wins over it', async (t) => {
  const { path, open, take } = await start(t);
  await take({ kind: 'practice' });
  assert.deepEqual((await open()).report(), {
    drivers: ['practice'],
    counts_unread: true,
    reads_replies: true,
    site: { choice: { kind: 'practice' }, error: null },
  });
  await take({ kind: 'own', name: 'noticeboard' });
  const trial = await openSite({ practiceUrl: 'http://127.0.0.1:4600', directory: { path } });
  assert.deepEqual([trial.driver()?.name, await trial.retry()], ['practice', false]);
  assert.match(trial.describe() ?? '', /^It was started with PRACTICE_URL/);
});
