import { StartError } from './database/start-error.ts';

/** Explains why listening fails there, as a StartError that names the setting; any other error stays as it is. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: 'PORT' | 'METRICS_PORT' },
): Error {
  const sentence = describe(error.code, { host, port, setting });
  return sentence === undefined ? error : new StartError(sentence, { cause: error });
}

function describe(
  code: string | undefined,
  { host, port, setting }: { host: string; port: number; setting: string },
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Set ${setting} to a free one.`;
    case 'EACCES':
      return `Port ${port} is not for this user. Set ${setting} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Set HOST to one, or leave it out.`;
    default:
      return undefined;
  }
}
