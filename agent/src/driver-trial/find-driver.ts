import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, parse, relative, resolve } from 'node:path';
import type { SiteDriver } from '../drivers/driver.ts';
import { type DriverSettings, isShipped, loadDriver, loadDriverFile } from '../drivers/load-driver.ts';

/** The requested driver: practice, a file, or its name in the agent's folder. Throws a sentence. */
export async function findDriver(
  name: string,
  { directory, practiceUrl }: DriverSettings,
): Promise<SiteDriver> {
  if (name === 'practice') {
    const practice = practiceUrl && (await loadDriver({ directory, practiceUrl }));
    if (!practice) throw new Error('The practice driver needs PRACTICE_URL, where the practice inbox is.');
    return practice;
  }
  if (/[\\/]|\.(m?[jt]s|json)$/.test(name)) return loadDriverFile(resolve(name));
  const folder = join(directory, 'drivers');
  const files: string[] = await readdir(folder).catch(() => []);
  const sites: string[] = await readdir(join(directory, 'sites')).catch(() => []);
  const isNamed = (one: string) => parse(one).name === name;
  const written = files.find((one) => /\.m?[jt]s$/.test(one) && isNamed(one));
  const file = written ?? (isShipped(name) && files.includes(`${name}.json`) ? name : undefined);
  if (file) return loadDriverFile(join(folder, file));
  if (sites.includes(`${name}.json`)) return loadDriverFile(join(directory, 'sites', `${name}.json`));
  throw new Error(`There is no driver "${name}" in ${folder}, and no site of that name is described.`);
}

/**
 * Makes a driver file whose types resolve at its place. Returns its path; throws a sentence if it exists or the name is
 * invalid.
 */
export async function createDriverFile(directory: string, name: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name) || name === 'practice') {
    throw new Error(`"${name}" cannot be the name of a driver: use small letters, digits and hyphens.`);
  }
  const folder = join(directory, 'drivers');
  const path = join(folder, `${name}.ts`);
  await mkdir(folder, { recursive: true });
  const types = relative(folder, join(import.meta.dirname, '../drivers/driver.ts')).replaceAll('\\', '/');
  try {
    await writeFile(path, template(name, types), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`There is a driver at ${path} already.`);
  }
  return path;
}

function template(name: string, types: string): string {
  return `import type { DriverOptions, SiteDriver } from '${types}';

/** What the agent does on the site: docs/site-drivers.md of Pigeonpost says what each function must keep to. */
export function createDriver({ TimeoutError, settings }: DriverOptions): SiteDriver {
  return {
    name: '${name}',
    async openThread(page, { person, message, signIn }) {
      throw new Error('This driver cannot open a thread yet.');
    },
    async send(page, { person, message, beforeClick }) {
      return { outcome: 'failed', reason: 'This driver cannot send yet.' };
    },
  };
}
`;
}
