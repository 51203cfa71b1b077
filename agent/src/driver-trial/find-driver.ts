import { readdir } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
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
