import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A server of a site that the agent can write to without code of the user's own, started for one run. */
export interface RealSite {
  /** Where the settings file or the description lies in the agent's folder. */
  file: `drivers/${string}.json` | `sites/${string}.json`;
  settings: object;
  addAccount(name: string, password: string): Promise<void>;
  /** The texts that came to an account, oldest first, as the server keeps them for it. */
  arrivedAt(name: string): Promise<string[]>;
  /** How people reply there, if they can. */
  replies?: {
    /** Resolves when the account has it. */
    write(from: string, to: string, text: string): Promise<void>;
    /** Whether that takes less time than a driver needs to open a thread. */
    isAtOnce: boolean;
    /** What the server keeps of what accounts have read. */
    marks(): Promise<string>;
  };
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
export async function writeSettings(directory: string, { file, settings }: RealSite): Promise<void> {
  const path = join(directory, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(settings));
}
