import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server of a site that the project ships a driver for, started for one run. */
export interface RealSite {
  /** The driver's name. */
  driver: string;
  /** The content of the driver's settings file. */
  settings: object;
  addAccount(name: string, password: string): Promise<void>;
  /** The texts that came to an account, oldest first, as the server keeps them for it. */
  arrivedAt(name: string): Promise<string[]>;
}

export interface SiteScene {
  /** The parent of the run's folders. */
  folder: string;
  site: RealSite;
  say: (line: string) => void;
  /** Aborted when the run is to end. */
  signal: AbortSignal;
}

/** Chooses the driver for the agent of this folder. */
export async function writeSettings(directory: string, { driver, settings }: RealSite): Promise<void> {
  await mkdir(join(directory, 'drivers'), { recursive: true });
  await writeFile(join(directory, `drivers/${driver}.json`), JSON.stringify(settings));
}
