import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, test } from 'node:test';
import { findProfileHolder } from '../firefox/profile-lock.ts';
import { type PracticeSite, startPracticeSite } from '../testing/practice-site.ts';
import { type TemporaryFirefox, temporaryFirefox } from '../testing/temporary-firefox.ts';
import { until } from '../testing/until.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');

let firefox: TemporaryFirefox;
let site: PracticeSite;
let profile: string;
let temporary: string;

beforeEach(async () => {
  firefox = await temporaryFirefox();
  site = await startPracticeSite();
  profile = await firefox.profileFolder('tried');
  temporary = join(firefox.home, 'temporary');
  await mkdir(temporary);
});

afterEach(async () => {
  await site.close();
  await firefox[Symbol.asyncDispose]();
});

/** Runs a command as people do, with this text on its standard input. */
function command(words: string[], { input = '', onLine }: { input?: string; onLine?: OnLine } = {}) {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: {
      NODE_COMPILE_CACHE,
      ...firefox.env,
      TMPDIR: temporary,
      PRACTICE_URL: site.url,
      MOZ_HEADLESS: '1',
      DISPLAY: ':99',
    },
  });
  child.stdin.end(input);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      onLine?.(line, child);
    });
  }
  return new Promise<{ code: number | null; said: string }>((done) =>
    child.once('close', (code) => done({ code, said: lines.join('\n') })),
  );
}

type OnLine = (line: string, child: ChildProcess) => void;

const inProfile = (name: string, ...more: string[]) => [name, 'practice', '--profile', profile, ...more];
const toAnna = (name: string, ...more: string[]) => inProfile(name, '--person', 'anna', ...more);

const arrived = async (account: string) => (await site.recordOf(account)).map(({ text }) => text);

const trialFolders = async () =>
  (await readdir(temporary)).filter((name) => name.startsWith('pigeonpost-trial-'));

async function requireNothingLeft() {
  assert.deepEqual(await readdir(temporary), []);
  assert.equal(await findProfileHolder(profile), undefined);
}

test('open, send, unread and replies do their work in a Firefox that stays until it is done', async () => {
  const as = ['--username', 'tried'];
  const opened = await command(toAnna('open', ...as), { input: 'secret\n' });
  assert.match(opened.said, /openThread\n\{ state: 'open', copies: 0, replies: \[\] \}/);
  assert.equal(opened.code, 0);
  const sent = await command(toAnna('send', '--message', 'Hello Anna'), { input: 'y\n' });
  assert.match(sent.said, /\{ outcome: 'sent' \}/);
  assert.equal(sent.code, 0);
  assert.deepEqual(await arrived('tried'), ['Hello Anna']);
  const unread = await command(inProfile('unread'));
  assert.match(unread.said, /^\d+ unread$/m);
  assert.equal(unread.code, 0);
  await site.turn('POST /incoming', { account: 'tried', person: 'anna', text: 'Yes \u001b[2Jplease' });
  const replies = await command(inProfile('replies'));
  assert.match(replies.said, /^\d{4}-\S+Z {2}anna: Yes please\n1 replies, read to \d{4}-/m);
  assert.equal(replies.code, 0);
  await requireNothingLeft();
});

test('piped input is the password first, then answers; without an answer nothing is sent', async () => {
  const as = ['--username', 'piped', '--message', 'Once'];
  const unanswered = await command(toAnna('send', ...as), { input: '\n' });
  assert.match(unanswered.said, /No password was typed, and none is piped in/);
  assert.match(unanswered.said, /Nobody answered, so nothing is sent/);
  assert.match(unanswered.said, /outcome: 'failed'/);
  assert.equal(unanswered.code, 1);
  const refused = await command(toAnna('send', ...as), { input: 'secret\nn\n' });
  assert.match(refused.said, /outcome: 'failed'/);
  const agreed = await command(toAnna('send', ...as), { input: 'secret\r\ny\r\n' });
  assert.match(agreed.said, /outcome: 'sent'/);
  assert.deepEqual(await arrived('piped'), ['Once']);
  await requireNothingLeft();
});

test('a driver gets the password from the pipe, and the end of the pipe is reported', async () => {
  const file = join(firefox.home, 'asking.ts');
  await writeFile(
    file,
    `export function createDriver() {
      return {
        name: 'asking',
        async openThread(page, { signIn }) {
          const { insta_username, insta_password } = await signIn();
          const again = await signIn();
          return { state: 'signed_out', reason: [insta_username, insta_password, again.insta_password].join('|') };
        },
        async send() { return { outcome: 'failed', reason: '' }; },
      };
    }`,
  );
  const open = ['open', file, '--profile', profile, '--person', 'anna', '--username', 'me'];
  const given = await command(open, { input: ' pass word \nnever read\n' });
  assert.match(given.said, /reason: 'me\| pass word \| pass word '/);
  const absent = await command(open);
  assert.match(absent.said, /No password was typed, and none is piped in/);
  assert.match(absent.said, /reason: 'me\|\|'/);
  await requireNothingLeft();
});

test('a profile is made and opened for signing in, and what a killed trial left behind is removed', async () => {
  const folder = join(firefox.home, 'made', 'profile');
  const make = (path: string) => ['profile', path, site.url];
  const killed = await command(make(folder), {
    onLine: (line, child) => void (/^Sign in/.test(line) && child.kill('SIGKILL')),
  });
  assert.equal(killed.code, null);
  assert.equal((await trialFolders()).length, 1);
  const left = await findProfileHolder(folder);
  assert.ok(left?.pid);
  process.kill(left.pid);
  await until('the window to close', async () => !(await findProfileHolder(folder)));
  const closeWindow = async () => process.kill((await findProfileHolder(folder))?.pid ?? 0);
  const closed = await command(make(folder), {
    onLine: (line) => void (/^Sign in/.test(line) && closeWindow()),
  });
  assert.match(closed.said, new RegExp(`The profile is ready: --profile ${folder}$`, 'm'));
  assert.equal(closed.code, 0);
  const foreign = await command(make(firefox.home));
  assert.match(foreign.said, /holds other things, and no Firefox profile/);
  assert.deepEqual(await trialFolders(), []);
});

test('an unhandled error and an interruption end with a sentence and without leftovers', async () => {
  const file = join(firefox.home, 'careless.ts');
  await writeFile(
    file,
    `export function createDriver() {
      return {
        name: 'careless',
        async openThread(page, { person }) {
          if (person === 'rejects') Promise.reject(new Error('forgotten'));
          if (person === 'throws') setImmediate(() => { throw new Error('thrown late'); });
          console.log('opening');
          if (person !== 'rejects') await page.waitForSelector('#never');
          return { state: 'open', copies: 0 };
        },
        async send() { return { outcome: 'failed', reason: '' }; },
      };
    }`,
  );
  const open = (person: string) => ['open', file, '--profile', profile, '--person', person];
  const rejected = await command(open('rejects'));
  assert.match(rejected.said, /^The driver did not await a promise that failed: Error: forgotten$/m);
  assert.equal(rejected.code, 1);
  const thrown = await command(open('throws'));
  assert.match(thrown.said, /^The driver did not handle an error: Error: thrown late$/m);
  assert.equal(thrown.code, 1);
  await requireNothingLeft();

  const onLine: OnLine = (line, child) => void (line === 'opening' && child.kill('SIGINT'));
  const interrupted = await command(open('waits'), { onLine });
  assert.match(interrupted.said, /^Ended before it was done\.$/m);
  assert.equal(interrupted.code, 1);
  await requireNothingLeft();
});

test('describe wants the address of a thread, and an interruption leaves nothing behind', async () => {
  const describe = (address: string) => ['describe', address, '--profile', profile];
  const wrong = await command(describe('club.example/anna'));
  assert.match(wrong.said, /^"club\.example\/anna" is not the address of a thread/m);
  assert.equal(wrong.code, 1);
  const onLine: OnLine = (line, child) => void (/^Sign in if/.test(line) && child.kill('SIGINT'));
  const interrupted = await command(describe(`${site.url}/direct/anna`), { onLine });
  assert.match(interrupted.said, /^Ended before it was done\.$/m);
  assert.equal(interrupted.code, 1);
  await requireNothingLeft();
});
