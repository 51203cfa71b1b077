import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadDriver } from '../drivers/load-driver.ts';
import { startDescribedScene } from '../testing/described-scene.ts';
import { createDriverFile } from './create-driver-file.ts';

const TSC = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
const STRICT = '--ignoreConfig --noEmit --strict --target esnext --module nodenext --types'.split(' ');

/** What a person puts into a new driver for the hard site. */
const FILLED_IN = {
  "'#thread'": "'[role=log]'",
  "'#thread h1'": "'header h2'",
  "'#send'": `'aria/Send message[role="button"]'`,
  '[name=username]': '[name=user]',
  '[name=password]': '[name=secret]',
  'dialog .later': 'aria/Not now[role="button"]',
  '[contenteditable=true]': 'aria/Write a message[role="textbox"]',
  '#messages': '[role=log]',
  "'.mine'": "'[data-side=out]'",
  "'.text'": "'[dir=auto]'",
  'virtual: false': 'virtual: true',
  "'.pending'": "'[aria-label=Sending]'",
  "'.sent'": "'[aria-label=Sent]'",
  "'.refused'": `'[aria-label="Not delivered"]'`,
  '/direct/': '/t/',
};

async function agentFolder(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'new-driver-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test('the types of a new driver resolve in a folder without packages, and the agent takes it as it is', async (t) => {
  const directory = await agentFolder(t);
  const path = await createDriverFile(directory, 'club');
  assert.equal(path, join(directory, 'drivers', 'club.ts'));
  const typed = () => spawnSync(process.execPath, [TSC, ...STRICT, '', path], { encoding: 'utf8' }).stdout;
  assert.equal(typed(), '');
  const driver = await loadDriver({ practiceUrl: undefined, directory });
  assert.deepEqual([driver?.name, driver?.home], ['club', 'https://club.example']);

  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    `${text}
import type { ElementHandle, Page } from './types/pigeonpost-driver.d.ts';
export const field = (page: Page): Promise<ElementHandle<HTMLInputElement> | null> => page.$('input#name');
export const title = (page: Page): Promise<number> => page.title();`,
  );
  assert.deepEqual(
    typed()
      .match(/error TS.*/g)
      ?.map((error) => error.slice(0, 70)),
    ["error TS2322: Type 'Promise<string>' is not assignable to type 'Promis"],
  );
  await assert.rejects(createDriverFile(directory, 'club'), /There is a driver at .*club\.ts already\./);
  await assert.rejects(createDriverFile(directory, '../club'), /cannot be the name of a driver/);
});

test("a new driver with the hard site's selectors writes there, through its editor, list and dialog", async (t) => {
  const scene = await startDescribedScene();
  t.after(() => scene.close());
  const { hard, open, write, countUnread } = scene;
  const directory = await agentFolder(t);
  const path = await createDriverFile(directory, 'hearth');
  let text = await readFile(path, 'utf8');
  for (const [example, own] of Object.entries(FILLED_IN)) {
    assert.ok(text.includes(example), example);
    text = text.replace(example, own);
  }
  await writeFile(path, text);
  await writeFile(join(directory, 'drivers', 'hearth.json'), JSON.stringify({ address: hard.url }));
  const driver = await loadDriver({ practiceUrl: undefined, directory });
  assert.ok(driver);

  const message = 'Grüße, Zoë! 🕊️\n\n  second';
  for (let visit = 1; visit <= 3; visit++) {
    assert.deepEqual(await write(driver, 'anna', { as: 'me', message }), { outcome: 'sent' });
  }
  assert.deepEqual(await open(driver, 'anna', { as: 'me', message }), { state: 'open', copies: 3 });
  const covered = await write(driver, 'boris', {
    as: 'me',
    beforeClick: async (page) => {
      await page.evaluate(() => {
        const veil = document.body.appendChild(document.createElement('aside'));
        veil.style.cssText = 'position: fixed; inset: 0; background: grey';
      });
      return true;
    },
  });
  assert.deepEqual(covered, { outcome: 'failed', reason: 'Not pressed: <aside> covers it.', obstacle: true });
  assert.deepEqual(
    hard.delivered.map((one) => one.text),
    [message, message, message],
  );
  assert.deepEqual(await open(driver, 'nobody', { as: 'me' }), { state: 'not_found' });
  assert.equal(await countUnread(driver, 'me'), 2);
});
