import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DRIVER_NAME } from '../drivers/described/description.ts';
import { readDriverTypes } from './driver-types.ts';

/**
 * Makes a driver file, and beside it a folder with its types, which need nothing else. Returns the file's path; throws a
 * sentence if it exists or the name is invalid.
 */
export async function createDriverFile(directory: string, name: string): Promise<string> {
  if (!DRIVER_NAME.test(name) || name === 'practice') {
    throw new Error(`"${name}" cannot be the name of a driver: use small letters, digits and hyphens.`);
  }
  const folder = join(directory, 'drivers');
  // A driver is a file of the folder itself.
  const types = join(folder, 'types');
  const path = join(folder, `${name}.ts`);
  await mkdir(types, { recursive: true });
  try {
    await writeFile(path, skeleton(name), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`There is a driver at ${path} already.`);
  }
  for (const [file, text] of Object.entries(readDriverTypes())) await writeFile(join(types, file), text);
  return path;
}

function skeleton(name: string): string {
  return `import type { DriverOptions, SendOutcome, SiteDriver } from './types/pigeonpost-driver.d.ts';

interface Settings {
  address: string;
}

/** What ${name}.json beside this file may set. */
export const settingsSchema = {
  type: 'object',
  properties: { address: { type: 'string', format: 'uri', default: 'https://${name}.example' } },
  additionalProperties: false,
};

/** What the page shows when a thread has loaded, whose thread it is, and what sends. */
const READY = '#thread';
const PERSON = '#thread h1';
const SEND = '#send';

/** docs/site-drivers.md of Pigeonpost says what each function must keep to. */
export function createDriver({ onSite, settings: { address } }: DriverOptions<Settings>): SiteDriver {
  // All of these are examples: put in what your site's pages have.
  const site = onSite({
    home: address,
    notFound: [{ shown: '[role=alert]', words: ['User not found'] }],
    closed: [{ shown: '.notice', words: ['cannot message this account'] }],
    signedOut: [{ shown: 'input[type=password]' }],
    signIn: { name: '[name=username]', password: '[name=password]', button: 'form button' },
    blocked: [{ shown: '#limit' }],
    tryLater: ['try again later'],
    dismiss: ['dialog .later'],
    composer: { field: '[contenteditable=true]', takes: 'paste' },
    loading: '[role=progressbar]',
    messages: {
      list: '#messages',
      own: '.mine',
      text: '.text',
      virtual: false,
      pending: '.pending',
      sent: '.sent',
      refused: '.refused',
    },
  });

  return {
    name: '${name}',
    home: address,

    async openThread(page, { person, message, signIn }) {
      const thread = new URL(\`/direct/\${encodeURIComponent(person)}\`, address).href;
      const opened = await site.open(page, { address: thread, ready: READY, signIn });
      if (opened.state !== 'ready') return opened;
      const shown = await page.$eval(PERSON, (element) => element.textContent.trim());
      if (shown !== person) throw new Error(\`The site showed the thread of \${shown}, not of \${person}.\`);
      return { state: 'open', copies: await site.countCopies(page, message) };
    },

    async send(page, { person, message, beforeClick }) {
      // The next person would meet it too: an obstacle costs nobody a try.
      const heldBack = async (reason: string): Promise<SendOutcome> => {
        await site.compose(page, '');
        return { outcome: 'failed', reason, obstacle: true };
      };
      if (!(await site.compose(page, message))) {
        return heldBack('The field did not take the message as it is written.');
      }
      const cover = await site.uncover(page, SEND);
      if (cover) return heldBack(\`The message cannot be sent: \${cover}.\`);
      const readAnswer = await site.watchAnswer(page, message);
      if (!(await beforeClick())) return { outcome: 'failed', reason: 'Held back just before the click.' };
      const shown = await page.$eval(PERSON, (element) => element.textContent.trim());
      const late = shown === person ? await site.press(page, SEND) : \`the site shows the thread of \${shown}\`;
      if (late) return heldBack(\`Not pressed: \${late}.\`);
      return readAnswer();
    },

    async countUnread(page, { signIn }) {
      const opened = await site.open(page, { address, ready: 'ul[aria-busy=false]', signIn });
      if (opened.state !== 'ready') throw new Error(opened.reason ?? 'The list of threads was not found.');
      return (await page.$$('[data-unread]')).length;
    },
  };
}
`;
}
