/** Why the practice inbox cannot start, as a sentence. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The sentence for an error of a port or an address; undefined for any other error. */
export function explainListenError(
  { code }: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Set PRACTICE_PORT to a free one.`;
    case 'EACCES':
      return `Port ${port} is not for this user. Set PRACTICE_PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Set PRACTICE_HOST to one, or leave it out.`;
    default:
      return undefined;
  }
}
