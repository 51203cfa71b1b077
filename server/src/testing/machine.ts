import { type Call, createClient } from '@pigeonpost/contract/client';
import type { SignedUp, TestApp } from './test-app.ts';

export interface Machine {
  agent_id: number;
  token: string;
  call: Call;
  /** Reports the machine's state; left-out parts count as absent. */
  report(has?: {
    folders?: string[];
    /** The names of folders that differ from their paths, and Firefox's default ones. */
    names?: Record<string, string>;
    defaults?: string[];
    open?: string[];
    driving?: string[];
    drivers?: string[];
    counts_unread?: boolean;
    reads_replies?: boolean;
    agent_version?: string;
    /** The site that it took; left out by an agent that takes none. */
    site?: { choice: Record<string, string> | null; error: string | null; origins?: string | null };
    /** The error of its Firefox. */
    error?: string;
  }): Promise<void>;
}

/** A machine that enrolled with its user's login token. */
export async function enrolMachine(
  app: TestApp,
  user: SignedUp,
  machine_name = 'studio',
  platform = 'linux',
): Promise<Machine> {
  const { agent_token, agent_id } = await user.call('POST /api/agent/enrol', {
    body: { machine_name, platform, agent_version: '0.1.0' },
  });
  const call = createClient({ baseUrl: app.url, token: () => agent_token });
  return {
    agent_id,
    token: agent_token,
    call,
    async report({
      folders = [],
      names = {},
      defaults = [],
      open = [],
      drivers = ['own'],
      error = null,
      ...more
    } = {}) {
      await call('PUT /api/agent/machine', {
        body: {
          firefox: {
            detected: error === null,
            executable: '/usr/bin/firefox',
            version: '153.0',
            profiles_dir: '/p',
            error,
          },
          profiles: folders.map((path) => ({
            name: names[path] ?? path,
            directory_name: path,
            path,
            size_mb: 41.5,
            is_default: defaults.includes(path),
          })),
          open,
          drivers,
          ...more,
        },
      });
    },
  };
}
