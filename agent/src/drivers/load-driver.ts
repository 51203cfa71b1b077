import { readdir } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TimeoutError } from 'puppeteer-core';
import { createDescribedDriver } from './described/described.ts';
import { loadDescription } from './described/load-description.ts';
import { onSite } from './described/site-steps.ts';
import type { CreateDriver, SiteDriver } from './driver.ts';
import { readDriverSettings } from './driver-settings.ts';
import { createPracticeDriver } from './practice.ts';
import * as snac from './snac/snac.ts';
import * as xmpp from './xmpp/xmpp.ts';

const DRIVER_FILE = /\.m?[jt]s$/;
/** A described site. */
const DESCRIPTION = /\.json$/;
/** Drivers of the project; a settings file with the name chooses one. */
const SHIPPED = new Map<string, DriverModule>([
  ['snac', snac],
  ['xmpp', xmpp],
]);
const DRIVER_FUNCTIONS = ['openThread', 'send'] as const;
const ORIGINS_MOST = 5;
const MORE_FUNCTIONS = ['countUnread', 'readReplies'] as const;

/** Whether the project ships a driver of this name. */
export function isShipped(name: string): boolean {
  return SHIPPED.has(name);
}

export interface DriverSettings {
  /** PRACTICE_URL: if set, only the practice inbox is ever messaged. */
  practiceUrl: string | undefined;
  /** The agent's own folder: a user's driver lies in its folder `drivers`, a described site in `sites`. */
  directory: string;
}

/**
 * The one driver of this agent: the practice one, the user's own, or that of a described site. Undefined if there is
 * none; throws a sentence if there are several or it cannot be used.
 */
export async function loadDriver({
  practiceUrl,
  directory,
}: DriverSettings): Promise<SiteDriver | undefined> {
  if (practiceUrl) return createPracticeDriver({ url: practiceUrl });
  const folder = join(directory, 'drivers');
  const listed = await listFiles(folder);
  const files = listed.filter((name) => DRIVER_FILE.test(name) && !name.endsWith('.d.ts'));
  const written = new Set(files.map((name) => parse(name).name));
  files.push(...[...SHIPPED.keys()].filter((name) => !written.has(name) && listed.includes(`${name}.json`)));
  const sites = (await listFiles(join(directory, 'sites'))).filter((name) => DESCRIPTION.test(name));
  const found = [...files.map((name) => join('drivers', name)), ...sites.map((name) => join('sites', name))];
  if (found.length > 1) {
    throw new Error(
      `An agent works through one site driver, and ${directory} has ${found.length}: ${found.sort().join(', ')}. Choose one in Settings → Site, or move the others to another folder.`,
    );
  }
  return found[0] === undefined ? undefined : loadDriverFile(join(directory, found[0]));
}

interface DriverModule {
  createDriver?: unknown;
  settingsSchema?: unknown;
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * The driver of a file, that of the site which a JSON file describes, or the shipped one whose name is given instead of
 * a file. Throws a sentence that names the file.
 */
export async function loadDriverFile(path: string): Promise<SiteDriver> {
  if (DESCRIPTION.test(path)) return createDescribedDriver(await loadDescription(path));
  try {
    const source: DriverModule = SHIPPED.get(basename(path)) ?? (await import(pathToFileURL(path).href));
    const { createDriver, settingsSchema } = source;
    if (typeof createDriver !== 'function') throw new Error('it does not export a function createDriver');
    const settings = await readDriverSettings(path, settingsSchema);
    return requireDriver(await (createDriver as CreateDriver)({ TimeoutError, settings, onSite }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The site driver ${path} cannot be used: ${reason.replace(/\.$/, '')}.`, {
      cause: error,
    });
  }
}

function requireDriver(made: unknown): SiteDriver {
  if (typeof made !== 'object' || made === null) throw new Error('createDriver did not give an object');
  const driver = made as Record<string, unknown>;
  if (typeof driver.name !== 'string' || !/^\S.{0,39}$/.test(driver.name)) {
    throw new Error('its name must be a text of 1 to 40 characters');
  }
  if (driver.name === 'practice') throw new Error('the name "practice" belongs to the practice inbox');
  const missing = DRIVER_FUNCTIONS.filter((name) => typeof driver[name] !== 'function');
  if (missing.length > 0) throw new Error(`it has no function ${missing.join(' and no ')}`);
  for (const name of MORE_FUNCTIONS) {
    if (driver[name] !== undefined && typeof driver[name] !== 'function')
      throw new Error(`its ${name} is not a function`);
  }
  if (driver.home !== undefined && !isWebAddress(driver.home)) {
    throw new Error('its home must be an address that begins with http:// or https://');
  }
  if (driver.origins !== undefined && !isListOfOrigins(driver.origins)) {
    throw new Error('its origins must be a list such as ["https://noticeboard.example"]');
  }
  return made as SiteDriver;
}

function isListOfOrigins(value: unknown): boolean {
  const isOrigin = (one: unknown) => isWebAddress(one) && new URL(one as string).origin === one;
  return Array.isArray(value) && value.length <= ORIGINS_MOST && value.every(isOrigin);
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}
