import { type Clock, systemClock } from '@pigeonpost/agent/clock';
import { createServerClient } from '@pigeonpost/agent/connection/server-client';
import type { AgentSite } from '@pigeonpost/agent/drivers/agent-site';
import type { SiteDriver } from '@pigeonpost/agent/drivers/driver';
import type { ProfileManager } from '@pigeonpost/agent/firefox/profile-manager';
import { openAgentDirectory } from '@pigeonpost/agent/storage/agent-directory';
import { openJournal } from '@pigeonpost/agent/storage/journal';
import type { JournalOwner } from '@pigeonpost/agent/storage/journal-lines';
import { workUntilStopped } from '@pigeonpost/agent/work-session';

/** The whole agent except Firefox: its sent messages arrive in a list. */
interface ScriptedSession {
  /** Lets this many more messages be sent. */
  allow(more: number): void;
  /** Ends as on a signal, and unlocks its folder. */
  end(): Promise<void>;
}

/** Works with its real journal in the folder, for every profile of the server under test. */
export function scriptedSession(options: {
  url: string;
  token: string;
  folder: string;
  owner: JournalOwner;
  /** The recipients of sent messages. */
  inbox: string[];
  allowed: number;
}): ScriptedSession {
  const { url, token, folder, owner, inbox } = options;
  const clock: Clock = systemClock;
  const stop = new AbortController();
  const directory = openAgentDirectory(folder);
  const gate = openGate(options.allowed, stop.signal);
  const log = () => {};

  const work = async () => {
    const journal = await openJournal(directory, clock);
    try {
      const site = siteOf(intoInbox(inbox, gate));
      await workUntilStopped({
        env: {},
        directory,
        clock,
        log,
        stop: stop.signal,
        client: createServerClient({ url, token, log }),
        owner,
        journal,
        manager: noFirefox,
        machine,
        site,
        report: () => ({
          agent_version: '0.1.0',
          firefox,
          profiles,
          open: [],
          driving: [],
          ...site.report(),
        }),
        listen: () => {},
      });
    } finally {
      await journal.close();
      directory.close();
    }
  };
  const ended = work();
  return {
    allow: gate.allow,
    end() {
      stop.abort(new Error('The test ends the agent.'));
      return ended;
    },
  };
}

const firefox = {
  detected: true,
  executable: '/usr/bin/firefox',
  version: '153.0',
  profiles_dir: '/p',
  error: null,
};
const profiles = ['one', 'two', 'three', 'four'].map((name) => ({
  name,
  directory_name: name,
  path: `/p/${name}`,
  size_mb: 1,
  is_default: false,
}));
const machine = {
  installation: () => firefox,
  profiles: () => profiles,
  requireProfile: async () => {},
  refresh: async () => false,
};
const noFirefox = {
  drive: (_path: string, job: (page: object) => unknown) => job({}),
  state: () => 'closed',
  openPaths: () => [],
  windowPaths: () => [],
  close: async () => false,
} as unknown as ProfileManager;

type Gate = ReturnType<typeof openGate>;

function intoInbox(inbox: string[], gate: Gate): SiteDriver {
  return {
    name: 'practice',
    // There is no page.
    sendsWithoutBox: true,
    openThread: async (_page, { person }) => ({
      state: 'open',
      copies: inbox.filter((one) => one === person).length,
    }),
    async send(_page, { person, beforeClick }) {
      await gate.pass();
      if (!(await beforeClick())) return { outcome: 'failed', reason: 'No permit.' };
      inbox.push(person);
      return { outcome: 'sent' };
    },
  };
}

/** Lets this many through; the others wait, or are rejected when the agent ends. */
function openGate(allowed: number, signal: AbortSignal) {
  const waiting: (() => void)[] = [];
  let left = allowed;
  return {
    allow(more: number) {
      left += more;
      for (const go of waiting.splice(0, left)) {
        left -= 1;
        go();
      }
    },
    async pass(): Promise<void> {
      signal.throwIfAborted();
      if (left > 0) {
        left -= 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  };
}

/** A site that nobody changes. */
function siteOf(driver: SiteDriver): AgentSite {
  return {
    driver: () => driver,
    report: () => ({
      drivers: ['practice'],
      counts_unread: true,
      reads_replies: false,
      site: { choice: null, error: null },
    }),
    describe: () => undefined,
    take: () => Promise.reject(new Error('Nobody chooses a site here.')),
    retry: async () => false,
  };
}
