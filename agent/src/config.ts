import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRemotePlainHttp } from '@pigeonpost/contract/text/plain-http';

/** The agent's settings, checked. No other code reads the environment. */
export interface Config {
  /** The server's address, without a final slash. */
  readonly url: string;
  /** The pasted login token, needed once to enrol. */
  readonly loginToken: string | undefined;
  /** The agent's own folder: journal, its token, site drivers. */
  readonly directory: string;
  /** The practice inbox; if set, nothing else is messaged. */
  readonly practiceUrl: string | undefined;
  /** How long the first start of Firefox may take; undefined for the usual limit. */
  readonly firefoxStartSeconds: number | undefined;
  /** The environment for finding and starting Firefox. */
  readonly env: NodeJS.ProcessEnv;
}

const OWN_MACHINE = 'http://127.0.0.1:3000';

/** Reads and checks the environment; `url` is the default server. Throws one error that names every problem. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, url = OWN_MACHINE): Config {
  const problems: string[] = [];
  const address = (name: string) => {
    const value = env[name]?.trim() || undefined;
    if (value !== undefined && !['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '')) {
      problems.push(`${name} must be an address that begins with http:// or https:// (it is '${value}').`);
    }
    return value?.replace(/\/+$/, '');
  };
  const loginToken = env.PIGEONPOST_TOKEN?.trim() || undefined;
  // The value is not shown: it may be a password that was pasted by mistake.
  if (loginToken && !/^[\x21-\x7e]+$/.test(loginToken)) {
    problems.push('PIGEONPOST_TOKEN must be the token as the Settings page shows it, without spaces.');
  }
  const startSeconds = env.FIREFOX_START_SECONDS?.trim() || undefined;
  if (startSeconds !== undefined && !/^([1-9]\d|[1-5]\d\d|600)$/.test(startSeconds)) {
    problems.push(`FIREFOX_START_SECONDS must be a whole number from 10 to 600 (it is '${startSeconds}').`);
  }
  const config: Config = Object.freeze({
    url: address('PIGEONPOST_URL') ?? url,
    loginToken,
    directory: env.PIGEONPOST_DIR?.trim() || defaultDirectory(env, process.platform),
    practiceUrl: address('PRACTICE_URL'),
    firefoxStartSeconds: startSeconds === undefined ? undefined : Number(startSeconds),
    env,
  });
  if (isRemotePlainHttp(config.url) && env.PIGEONPOST_ALLOW_HTTP?.trim() !== '1') {
    problems.push(
      `PIGEONPOST_URL must begin with https:// for a server on another machine (it is '${config.url}'): over http:// anybody on the way can read the token, the stored passwords and the messages. If you want that all the same, set PIGEONPOST_ALLOW_HTTP=1 as well.`,
    );
  }
  if (problems.length > 0) throw new Error(`The settings cannot be used:\n- ${problems.join('\n- ')}`);
  return config;
}

function defaultDirectory(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = env.HOME ?? homedir();
  if (platform === 'darwin') return join(home, 'Library/Application Support/Pigeonpost');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'Pigeonpost');
  return join(env.XDG_DATA_HOME || join(home, '.local/share'), 'pigeonpost');
}
