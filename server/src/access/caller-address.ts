import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

const FORWARDED_FOR = 'x-forwarded-for';
const HEXTETS = 8;
const NETWORK_HEXTETS = 4;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Removes invalid entries from X-Forwarded-For, with all entries before them, whose source is unknown. A port that some
 * proxies add is cut off. The rest is read as usual.
 */
export function cleanForwardedFor({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const said = headers[FORWARDED_FOR];
  if (said === undefined) return;
  const entries = String(said)
    .split(',')
    .map((entry) => addressOf(entry.trim()));
  const known = entries.slice(entries.lastIndexOf(undefined) + 1);
  if (known.length === 0) delete headers[FORWARDED_FOR];
  else headers[FORWARDED_FOR] = known.join(', ');
}

/** '192.0.2.7', '192.0.2.7:4711', '2001:db8::7' and '[2001:db8::7]:4711' are addresses. */
function addressOf(entry: string): string | undefined {
  if (isIP(entry) !== 0) return entry;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1];
  return bare !== undefined && isIP(bare) !== 0 ? bare : undefined;
}

/** The address of a request that does not pass through Fastify, as Fastify finds it for all others. */
export function addressOfRequest(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { proxies }: { proxies: number },
): string {
  cleanForwardedFor(request);
  const hops = [
    request.socket.remoteAddress ?? '',
    ...String(request.headers[FORWARDED_FOR] ?? '')
      .split(', ')
      .filter(Boolean)
      .reverse(),
  ];
  return hops[Math.min(proxies, hops.length - 1)] ?? '';
}

/**
 * The unit that callers are counted by: an IPv4 address, or the first half of an IPv6 address, because a caller with
 * one has all 2^64 of its network.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return bare;
  const mapped = MAPPED_IPV4.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(bare) === 0) return address;
  const [before = '', after] = bare.toLowerCase().split('::');
  const start = before === '' ? [] : before.split(':');
  const end = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : HEXTETS - start.length - end.length - (bare.includes('.') ? 1 : 0);
  const all = [...start, ...Array<string>(Math.max(0, zeros)).fill('0'), ...end];
  const network = all.slice(0, NETWORK_HEXTETS).map((hextet) => Number.parseInt(hextet, 16).toString(16));
  return `${network.join(':')}::/64`;
}
