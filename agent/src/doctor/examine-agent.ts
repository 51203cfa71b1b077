import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, createClient } from '@pigeonpost/contract/client';
import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import type { Clock } from '../clock.ts';
import { type Config, loadConfig } from '../config.ts';
import { openSite } from '../drivers/agent-site.ts';
import type { TakenSite } from '../drivers/site-choice.ts';
import { findFirefox } from '../firefox/installation.ts';
import { unreadableGroup } from '../firefox/listed-profiles.ts';
import { listProfiles } from '../firefox/profiles.ts';
import { type AgentDirectory, openAgentDirectory } from '../storage/agent-directory.ts';
import { type AgentToken, findAgentToken } from '../storage/agent-token.ts';
import { openJournal } from '../storage/journal.ts';

const LEAST_FREE = 100_000_000;
const SITE_FIX = 'Choose a site in Settings → Site: it says which command or file this machine needs.';

/** Checks everything that this machine's agent needs. It takes no work, and sends only its token to the server. */
export async function examineAgent(clock: Clock, env?: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(env);
  } catch (error) {
    return [
      problem(
        'Settings',
        (error as Error).message,
        'README.md has the settings. Correct them and look again.',
      ),
    ];
  }
  const firefox = await examineFirefox(config.env);
  if (!existsSync(config.directory))
    return [
      problem(
        'Agent',
        `none has worked on this machine: there is no ${config.directory}`,
        'Start one with npm run agent. If its folder is elsewhere, name it in PIGEONPOST_DIR.',
      ),
      ...firefox,
    ];
  return [...(await examineFolder(config, clock)), ...firefox];
}

async function examineFolder(config: Config, clock: Clock): Promise<Finding[]> {
  const stored = findAgentToken({ path: config.directory, close() {} }, config.url);
  const { bavail, bsize } = await statfs(config.directory);
  const disk =
    bavail * bsize >= LEAST_FREE
      ? ok('Disk', 'has room for the journal')
      : problem('Disk', 'is nearly full', 'Make room: without a journal no message is sent.');
  return [
    ...(await examineToken(config, stored)),
    ...(await examineJournal(config, stored, clock)),
    await examineSite(config),
    disk,
  ];
}

async function examineSite({ directory: path, practiceUrl }: Config): Promise<Finding> {
  try {
    const site = await openSite({ practiceUrl, directory: { path } });
    const { choice, error } = site.report().site;
    const driver = site.driver();
    const chosen = choice ? `${nameOf(choice)} is chosen` : 'none is chosen';
    if (error !== null) return problem('Site', `${chosen}, and this agent cannot use it: ${error}`, SITE_FIX);
    return driver
      ? ok('Site', `${chosen}, and this agent works through the driver "${driver.name}"`)
      : problem('Site', `${chosen}, and this agent has no site driver`, SITE_FIX);
  } catch (error) {
    return problem('Site', (error as Error).message, SITE_FIX);
  }
}

/** 'xmpp at https://chat.club.example'; 'described "clubhouse"'. */
function nameOf({ kind, name, address }: TakenSite): string {
  if (name !== undefined) return `${kind} "${name}"`;
  return address === undefined ? kind : `${kind} at ${address}`;
}

async function examineToken({ url }: Config, stored: AgentToken | undefined): Promise<Finding[]> {
  if (!stored)
    return [
      problem(
        'Agent',
        `has no token for ${url}`,
        'Start it with npm run agent, and connect it on the page that it shows. For another server set PIGEONPOST_URL.',
      ),
    ];
  const call = createClient({ baseUrl: url, token: () => stored.agent_token });
  try {
    // No profile has this id. A 404 still proves that the token is valid.
    await call('GET /api/agent/profiles/{id}/sign-in', { params: { id: Number.MAX_SAFE_INTEGER } });
    return [ok('Agent', `is known at ${url}`)];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [ok('Agent', `is known at ${url}`)];
    if (error instanceof ApiError && error.status === 401)
      return [
        problem(
          'Agent',
          `${url} no longer knows its token: it was revoked`,
          'Start it with npm run agent and connect it again.',
        ),
      ];
    return [
      problem(
        'Agent',
        `${url} does not answer: ${(error as Error).message}`,
        'Start the server, or correct PIGEONPOST_URL.',
      ),
    ];
  }
}

async function examineJournal(
  { directory: path }: Config,
  stored: AgentToken | undefined,
  clock: Clock,
): Promise<Finding[]> {
  let directory: AgentDirectory;
  try {
    directory = openAgentDirectory(path);
  } catch {
    return [ok('Journal', 'is in use: the agent runs')];
  }
  try {
    const journal = await openJournal(directory, clock);
    const owed = stored ? journal.unfinished(stored).length : 0;
    await journal.close();
    const words = owed > 0 ? `is complete; ${owed} results are reported at the next start` : 'is complete';
    return [ok('Journal', words), problem('Agent', 'does not run', 'Start it with npm run agent.')];
  } catch (error) {
    return [
      problem('Journal', (error as Error).message, 'Moving it away loses its record of messages under way.'),
    ];
  } finally {
    directory.close();
  }
}

async function examineFirefox(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const installation = await findFirefox({ env });
  if (!installation.detected || installation.profiles_dir === null)
    return [
      problem(
        'Firefox',
        installation.error ?? 'was not found',
        'Install Firefox, or name its program in FIREFOX.',
      ),
    ];
  const { version, executable, profiles_dir } = installation;
  const found = ok('Firefox', `${version} at ${executable}`);
  try {
    readFileSync(join(profiles_dir, 'profiles.ini'));
    const profiles = await listProfiles(installation);
    const unread = unreadableGroup(profiles_dir);
    if (unread)
      return [
        found,
        problem(
          'Profiles',
          unread,
          'Look in Firefox, at about:profiles: if they are missing there too, restore the file from a backup.',
        ),
      ];
    return [found, ok('Profiles', `${profiles.length} in ${profiles_dir}`)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return [
        found,
        problem(
          'Profiles',
          `there are none in ${profiles_dir}`,
          'Make one on the page Firefox Profiles, or start Firefox once.',
        ),
      ];
    return [
      found,
      problem(
        'Profiles',
        `${profiles_dir} cannot be read: ${(error as Error).message}`,
        'Give the folder to this user.',
      ),
    ];
  }
}
