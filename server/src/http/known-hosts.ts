import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';

/** The status and text of a request that is not served at all. */
export interface HostRefusal {
  status: 400 | 421 | 403;
  error: string;
}

/** The addresses of this server. */
interface KnownServer {
  /** The address it listens on, from HOST. */
  host: string;
  /** The names of HOSTS. */
  hosts: readonly string[];
  /** The origins of ORIGINS. */
  origins: readonly string[];
  ports: number[];
}

const WRONG_HOST: HostRefusal = {
  status: 421,
  error: 'This server does not answer under this name. If it is right, add it to HOSTS on the server.',
};
const WRONG_ORIGIN: HostRefusal = {
  status: 403,
  error:
    'This call comes from a page of another site. If it is your own, add its name to HOSTS on the server.',
};
const TWO_HOSTS: HostRefusal = { status: 400, error: 'A call names one host, and no second one.' };
const ANY_INTERFACE = new Set(['0.0.0.0', '[::]']);
const HTTP_PORT = '80';

/**
 * Refuses a request under a foreign host name, or from a page of another site: a foreign name that points here would
 * make that site's pages ours for a browser.
 */
export function checkHost(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  server: KnownServer,
): HostRefusal | undefined {
  const { headers } = request;
  if (namesTwoHosts(request)) return TWO_HOSTS;
  if (!isKnown(parseHost(headers.host), server)) return WRONG_HOST;
  // Agents and scripts send no origin; a page without an address of its own sends 'null'.
  const { origin } = headers;
  if (origin === undefined || server.origins.includes(origin)) return undefined;
  if (!isKnown(parseOrigin(origin), server)) return WRONG_ORIGIN;
  return undefined;
}

/**
 * The same for the pages of stop links, which answer under the server's public name too. They have no session that
 * another site's page could use, and a browser that sends no referrer names no origin.
 */
export function checkStopLinkHost(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  { publicUrl, ...server }: KnownServer & { publicUrl: string | undefined },
): HostRefusal | undefined {
  if (namesTwoHosts(request)) return TWO_HOSTS;
  const host = parseHost(request.headers.host);
  if (publicUrl !== undefined && host?.hostname === new URL(publicUrl).hostname) return undefined;
  return isKnown(host, server) ? undefined : WRONG_HOST;
}

/** Node keeps the first Host header and drops the others, but a proxy in front may have judged another one. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

/** The host name of a request in the form of HOSTS: a port that HOSTS does not name is ignored. */
export function nameAskedFor(host: string | undefined, hosts: readonly string[]): string {
  const url = parseHost(host);
  const named = (name: string | undefined) => hosts.find((known) => known === name);
  return named(url?.host) ?? named(url?.hostname) ?? url?.host ?? '';
}

/** 'name' or 'name:port' as an address; undefined when it is neither. */
export function parseHost(text: string | undefined): URL | undefined {
  if (text === undefined || /[\s/\\?#@]/.test(text)) return undefined;
  return URL.parse(`http://${text}`) ?? undefined;
}

function parseOrigin(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}

function isKnown(url: URL | undefined, { host, hosts, ports }: KnownServer): boolean {
  if (!url) return false;
  // An entry without a port allows every port, because a proxy with its own port may be in front.
  if (hosts.includes(url.host) || hosts.includes(url.hostname)) return true;
  return ports.includes(Number(url.port || HTTP_PORT)) && isOwnName(url.hostname, host);
}

function isOwnName(name: string, host: string): boolean {
  if (['localhost', '127.0.0.1', '[::1]'].includes(name)) return true;
  const own = parseHost(bracketed(host))?.hostname;
  if (own === name) return true;
  return own !== undefined && ANY_INTERFACE.has(own) && namesOfMachine().includes(name);
}

function namesOfMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return [hostname().toLowerCase(), ...addresses.map(({ address }) => bracketed(address))];
}

const bracketed = (address: string) =>
  address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
