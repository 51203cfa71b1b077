/** Whether a host's name means the machine itself. */
export function isOwnMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether an address is reached over http:// on another machine, so that anybody on the way can read what is sent. */
export function isRemotePlainHttp(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'http:' && Boolean(hostname) && !isOwnMachine(hostname ?? '');
}
