import { join } from 'node:path';
import { passwordError } from '@pigeonpost/contract/account/passwords';
import { usernameError } from '@pigeonpost/contract/names/usernames';
import { isOwnMachine } from '@pigeonpost/contract/text/plain-http';
import { defaultDataDir, PROJECT_DATA } from './database/default-data-dir.ts';
import { StartError } from './database/start-error.ts';
import { parseHost } from './http/known-hosts.ts';
import { LOG_FORMATS, type LogFormat } from './log.ts';
import { type MailSettings, readMailSettings } from './mail/mail-settings.ts';

/** The server's settings, checked; no other code reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** How many of our proxies are in front: that many hops of X-Forwarded-For are trusted. */
  readonly proxies: number;
  /** Names under which the server answers, besides those of its own machine: 'name' or 'name:port', lower-case. */
  readonly hosts: readonly string[];
  /** Origins of our other pages that may call this server: 'https://pages.example.com'. */
  readonly origins: readonly string[];
  /** Where people who get messages reach this server: 'https://news.example.com'. */
  readonly publicUrl: string | undefined;
  /** Undefined: this server sends no mail. */
  readonly mail: MailSettings | undefined;
  /** The folder of the database and the keys, unless DATABASE_URL and SECRET_KEY are given. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** 32 bytes, from SECRET_KEY; undefined: a key file in dataDir. */
  readonly secretKey: Buffer | undefined;
  /** The previous key, from SECRET_KEY_PREVIOUS, while data is still sealed with it. */
  readonly previousSecretKey: Buffer | undefined;
  /** A backup at least every so many hours; undefined: nobody is told of one that is late. */
  readonly backupEveryHours: number | undefined;
  /** Days of a new user's trial; 0: no trial. */
  readonly trialDays: number;
  readonly adminUsername: string | undefined;
  readonly adminPassword: string | undefined;
  /** The practice inbox: delays may be shorter than 30 s, and only practice drivers get work. */
  readonly practiceUrl: string | undefined;
  /** The folder of the packaged agents for download. */
  readonly agentFiles: string;
  /** The folder of the built pages. */
  readonly pages: string;
  readonly logFormat: LogFormat;
  /** The port for metrics on this machine; undefined: none. */
  readonly metricsPort: number | undefined;
  /** The token for metrics at the server's own port; undefined: they are not served there. */
  readonly metricsToken: string | undefined;
}

const MAX_PROXIES = 10;
/** npm run agent:package puts them there. */
const AGENT_FILES = join(import.meta.dirname, '../../agent/dist');
/** npm run build puts them there. */
const PAGES = join(import.meta.dirname, '../../web/dist');
const SHORTEST_TOKEN = 16;

type Environment = Record<string, string | undefined>;
type IntegerSetting = { name: string; fallback: number; max: number; min?: number };

/** Reads and checks the environment. Throws one StartError that lists every error. */
export function loadConfig(env: Environment = process.env, findDataDir = defaultDataDir): Config {
  const errors: string[] = [];
  const refuse = (name: string, rule: string) => errors.push(`${name} ${rule} (it is '${env[name]}').`);
  const text = (name: string) => env[name]?.trim() || undefined;
  const integer = ({ name, fallback, max, min = 0 }: IntegerSetting) => {
    const value = text(name) === undefined ? fallback : Number(text(name));
    if (!Number.isInteger(value) || value < min || value > max)
      refuse(name, `must be a whole number from ${min} to ${max}`);
    return value;
  };
  const url = (name: string, protocols: string[]) => {
    const value = text(name);
    if (value !== undefined && !protocols.includes(URL.parse(value)?.protocol ?? ''))
      refuse(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return value;
  };
  const readLogFormat = () => {
    const format = LOG_FORMATS.find((one) => one === (text('LOG_FORMAT') ?? 'text'));
    if (!format) refuse('LOG_FORMAT', 'must be text or json');
    return format ?? 'text';
  };
  const readMetricsPort = () =>
    text('METRICS_PORT') === undefined
      ? undefined
      : integer({ name: 'METRICS_PORT', fallback: 0, max: 65_535 });
  const readBackupEveryHours = () =>
    text('BACKUP_EVERY_HOURS') === undefined
      ? undefined
      : integer({ name: 'BACKUP_EVERY_HOURS', fallback: 0, max: 8760, min: 1 });
  const readMetricsToken = () => {
    const token = text('METRICS_TOKEN');
    if (token !== undefined && token.length < SHORTEST_TOKEN)
      errors.push(`METRICS_TOKEN must have at least ${SHORTEST_TOKEN} characters.`);
    return token;
  };
  const key = (name: string) =>
    readKey(text(name), () => errors.push(`${name} must be 32 bytes, as 64 hexadecimal digits.`));
  const [databaseUrl, secretKey] = [url('DATABASE_URL', ['postgres:', 'postgresql:']), key('SECRET_KEY')];
  const readDataDir = () => {
    const given = text('DATA_DIR');
    // Then the folder stays empty.
    if (given !== undefined || (databaseUrl && secretKey)) return given ?? PROJECT_DATA;
    try {
      return findDataDir();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      errors.push(error.message);
      return PROJECT_DATA;
    }
  };
  const hosts = readHosts(text('HOSTS'), (rule) => refuse('HOSTS', rule));
  const publicUrl = readPublicUrl(text('PUBLIC_URL'), (rule) => refuse('PUBLIC_URL', rule));
  const config: Config = Object.freeze({
    host: text('HOST') ?? '127.0.0.1',
    port: integer({ name: 'PORT', fallback: 3000, max: 65_535 }),
    proxies: integer({ name: 'PROXY', fallback: 0, max: MAX_PROXIES }),
    hosts,
    origins: readOrigins(text('ORIGINS'), (rule) => refuse('ORIGINS', rule)),
    publicUrl,
    mail: readMailSettings(
      { smtpUrl: text('SMTP_URL'), mailFrom: text('MAIL_FROM'), publicUrl, hosts },
      (error) => errors.push(error),
    ),
    dataDir: readDataDir(),
    databaseUrl,
    secretKey,
    previousSecretKey: key('SECRET_KEY_PREVIOUS'),
    backupEveryHours: readBackupEveryHours(),
    trialDays: integer({ name: 'TRIAL_DAYS', fallback: 14, max: 36_500 }),
    adminUsername: text('ADMIN_USERNAME'),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    practiceUrl: url('PRACTICE_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    agentFiles: text('AGENT_FILES') ?? AGENT_FILES,
    pages: text('PAGES') ?? PAGES,
    logFormat: readLogFormat(),
    metricsPort: readMetricsPort(),
    metricsToken: readMetricsToken(),
  });
  errors.push(...adminErrors(config));
  if (errors.length > 0) throw new StartError(`The settings cannot be used:\n- ${errors.join('\n- ')}`);
  return config;
}

/** As browsers send them, without the default port. */
function readHosts(text: string | undefined, refuse: (rule: string) => void): string[] {
  const hosts = (text ?? '').split(',').map((part) => part.trim());
  return hosts.filter(Boolean).map((host) => {
    const url = parseHost(host);
    if (!url) refuse(`must be names without http://, with commas between them, such as example.com`);
    return url?.host ?? host;
  });
}

/** As browsers send them: no path, and no default port. */
function readOrigins(text: string | undefined, refuse: (rule: string) => void): string[] {
  const origins = (text ?? '').split(',').map((part) => part.trim());
  return origins.filter(Boolean).map((given) => {
    const url = URL.parse(given);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin)
      refuse('must be addresses without a path, with commas between them, such as https://pages.example.com');
    return url?.origin ?? given;
  });
}

function readPublicUrl(text: string | undefined, refuse: (rule: string) => void): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  // Without https only for trying things out on this machine.
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnMachine(url.hostname));
  if (!isSafe || url?.href !== `${url?.origin}/`)
    refuse('must be an address with https:// and without a path, such as https://news.example.com');
  return url?.origin;
}

function readKey(text: string | undefined, refuse: () => void): Buffer | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text)) refuse();
  return Buffer.from(text, 'hex');
}

function adminErrors({ adminUsername, adminPassword }: Config): string[] {
  const name = adminUsername === undefined ? undefined : usernameError(adminUsername);
  const password = adminPassword === undefined ? undefined : passwordError(adminPassword);
  return [
    ...(name === undefined ? [] : [`ADMIN_USERNAME: ${name}.`]),
    ...(password === undefined ? [] : [`ADMIN_PASSWORD: ${password}.`]),
  ];
}
