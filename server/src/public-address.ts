import { BlockList, isIP } from 'node:net';
import type { Config } from './config.ts';

/** Where people reach this server, as far as the settings say, and whether anybody outside can. */
interface ServerAddress {
  address: string;
  is_public: boolean;
}

const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv4');
INSIDE.addAddress('::', 'ipv6');
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

const ANY_INTERFACE = new Set(['0.0.0.0', '::']);
const INSIDE_NAMES = /(?:^|\.)(?:local|localhost|internal)\.?$/;

/** The address that stop links begin with (docs/behaviour.md#the-stop-link). */
export function serverAddress({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): ServerAddress {
  if (publicUrl !== undefined)
    return { address: publicUrl, is_public: isReachable(new URL(publicUrl).hostname) };
  const name = ANY_INTERFACE.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return { address: `http://${name}:${port}`, is_public: false };
}

/** Not what only this machine or its own network knows: loopback, private and link-local addresses, and such names. */
function isReachable(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const kind = isIP(bare);
  if (kind !== 0) return !INSIDE.check(bare, kind === 4 ? 'ipv4' : 'ipv6');
  return hostname.replace(/\.$/, '').includes('.') && !INSIDE_NAMES.test(hostname);
}
