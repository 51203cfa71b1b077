import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { TimeoutError } from 'puppeteer-core';
import type { CreateDriver, SiteDriver } from './driver.ts';
import { checkSettings } from './driver-settings.ts';
import { loadDriverFile } from './load-driver.ts';
import { createPracticeDriver } from './practice.ts';
import type { TakenSite } from './site-choice.ts';
import * as snac from './snac/snac.ts';
import * as xmpp from './xmpp/xmpp.ts';

/** Where `npm run practice` listens. */
const PRACTICE_INBOX = 'http://127.0.0.1:4600';
const HOW = 'docs/site-drivers.md says how';

/** Why a choice waits while PRACTICE_URL is set. */
export const PRACTICE_WINS =
  'It was started with PRACTICE_URL, so it writes to the practice inbox and to nothing else.';

/** The driver of a site that was chosen in the app. Throws a sentence that says what is missing. */
export async function loadChosenDriver(site: TakenSite, directory: string): Promise<SiteDriver> {
  switch (site.kind) {
    case 'practice':
      return createPracticeDriver({ url: PRACTICE_INBOX });
    case 'xmpp':
      return xmpp.createDriver({ settings: readSettings(site, xmpp), TimeoutError });
    case 'snac':
      return snac.createDriver({ settings: readSettings(site, snac), TimeoutError });
    case 'described':
      return loadDescribed(`${site.name}`, join(directory, 'sites'));
    case 'own':
      return loadOwnDriver(`${site.name}`, join(directory, 'drivers'));
    default:
      throw new Error(`This agent is too old for a site of the kind "${site.kind}".`);
  }
}

/** The settings of a shipped driver. Throws a sentence that names the one that does not fit. */
function readSettings<Settings>(
  { kind: _, ...given }: TakenSite,
  driver: { settingsSchema: object; createDriver: CreateDriver<Settings> },
): Settings {
  return checkSettings(given, { schema: driver.settingsSchema, place: 'Settings' }) as Settings;
}

async function loadDescribed(name: string, folder: string): Promise<SiteDriver> {
  const file = `${name}.json`;
  // Found in the list, and not by its path: the name comes from the server.
  if (!(await listNames(folder)).includes(file))
    throw new Error(
      `There is no ${file} in ${folder}. "npm run driver -- describe ADDRESS --profile FOLDER" writes one; ${HOW}.`,
    );
  return loadDriverFile(join(folder, file));
}

async function loadOwnDriver(name: string, folder: string): Promise<SiteDriver> {
  const file = (await listNames(folder)).find(
    (one) => /\.m?[jt]s$/.test(one) && !one.endsWith('.d.ts') && parse(one).name === name,
  );
  if (!file)
    throw new Error(
      `There is no driver "${name}" in ${folder}. "npm run driver -- new ${name}" makes one there; ${HOW}.`,
    );
  return loadDriverFile(join(folder, file));
}

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
