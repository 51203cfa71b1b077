/** Parts of an address that encode no text, or one that reads like another part. */
export const BROKEN_ESCAPES = [
  '%',
  '%2',
  '%zz',
  '%%',
  '%25zz',
  '%c0%80',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '%ff',
  '%E0%A4%A',
  '%u0041',
  '%00',
  '%2e%2e%2f',
  '..%2f..',
  '%3f%23%26',
  '1%20',
  '+1',
];

/** Headers that replace those of an otherwise correct call. */
export interface HeaderFault {
  what: string;
  lines: (token: string) => string[];
  /** The statuses of its refusal. */
  statuses: readonly number[];
  /** Whether it needs a body. */
  needsBody?: true;
}

const fault = (what: string, statuses: number[], ...values: ((token: string) => string[])[]): HeaderFault[] =>
  values.map((lines) => ({ what, lines, statuses }));
const ofBody = (what: string, statuses: number[], ...values: string[][]): HeaderFault[] =>
  values.map((lines) => ({ what, lines: () => lines, statuses, needsBody: true }));

export const HEADER_FAULTS: HeaderFault[] = [
  ...fault(
    'an authorization in another form',
    [401],
    () => ['authorization:'],
    () => ['authorization: Bearer'],
    (token) => [`authorization: ${token}`],
    (token) => [`authorization: Basic ${token}`],
    (token) => [`authorization: Token ${token}`],
    (token) => [`authorization: Bearer\t${token}`],
    (token) => [`authorization: Bearer  ${token}`],
    (token) => [`authorization: Bearer ${token} ${token}`],
    (token) => [`authorization: Bearer ${token},Bearer ${token}`],
    (token) => [`authorization: Bearer ${token.toUpperCase()}`],
    (token) => [`authorization: Bearer ${token.slice(0, -1)}`],
    (token) => [`authorization: Bearer ${token}\u00e9`],
    (token) => [`authorization: Bearer "${token}"`],
    (token) => [`authorization: Bearer ${encodeURIComponent(`${token} `)}`],
    () => [`authorization: Bearer ${'x'.repeat(8000)}`],
    (token) => ['authorization: Bearer x', `authorization: Bearer ${token}`],
  ),
  ...fault(
    'a token that is somewhere else',
    [401],
    (token) => ['authorization:', `cookie: token=${token}; session=${token}; authorization=Bearer ${token}`],
    (token) => ['authorization:', `x-authorization: Bearer ${token}`],
    (token) => ['authorization:', `proxy-authorization: Bearer ${token}`],
    () => ['authorization:', 'x-user-id: 1', 'x-role: admin', 'x-original-url: /healthz'],
  ),
  ...fault(
    'a host that is not ours',
    [400, 421],
    () => ['host: evil.example'],
    () => ['host:'],
    () => ['host: a b'],
    () => ['host: [::1'],
    () => ['host: localhost@evil.example'],
    () => ['host: 127.0.0.1:1'],
    () => ['host: 127.0.0.1:99999'],
    () => [`host: ${'a'.repeat(5000)}`],
    () => ['host: evil.example', 'x-forwarded-host: localhost'],
  ),
  ...fault(
    'an origin that is not ours',
    [403],
    () => ['origin: http://evil.example'],
    () => ['origin: null'],
    () => ['origin:'],
    () => ['origin: file:///etc/passwd'],
    () => ['origin: http://'],
    () => ['origin: javascript:1'],
    () => ['origin: http://localhost.evil.example'],
    () => ['origin: http://localhost@evil.example'],
  ),
  ...fault(
    'an encoding that is not taken',
    [415],
    () => ['content-encoding: gzip'],
    () => ['content-encoding: br, identity'],
    () => ['content-encoding: x'],
  ),
  ...fault(
    'what is no header',
    [400, 431],
    () => ['x a: 1'],
    () => [': 1'],
    () => ['x\u0000y: 1'],
    () => ['x: a\u0000b'],
    () => ['no colon'],
    () => [`x: ${'a'.repeat(20_000)}`],
    () => Array.from({ length: 3000 }, (_, index) => `x-${index}: 1`),
  ),
  ...ofBody(
    'a length that is none',
    [400],
    ['content-length: -1'],
    ['content-length: abc'],
    ['content-length: 1e3'],
    ['content-length: 0x10'],
    ['content-length: 5, 6'],
    ['content-length: +5'],
    ['content-length: 99999999999999999999999'],
    ['content-length: 5', 'content-length: 6'],
    ['content-length: 5', 'transfer-encoding: chunked'],
    ['content-length: 5', 'transfer-encoding: gzip'],
  ),
];
