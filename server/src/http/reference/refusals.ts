import type { Access, CallDefinition } from '@pigeonpost/contract/call';

/** A refusal that many calls have: its name in the document, its status, and when it happens. */
interface Shared {
  name: string;
  status: number;
  when: string;
  /** The same call may succeed later: the answer has the header Retry-After. */
  isTemporary?: true;
}

/** The refusal of one call: a shared one, or its own with a sentence. */
export type Refused = Shared | { status: number; when: string; name?: undefined };

const OF_EVERY_CALL: Shared[] = [
  { name: 'BadRequest', status: 400, when: 'The input is not valid. `fields` has the error of each field.' },
  {
    name: 'TooManyRequests',
    status: 429,
    when: 'There were too many calls, or too many are under way.',
    isTemporary: true,
  },
  { name: 'ServerError', status: 500, when: 'The server failed. `request_id` names the call in its log.' },
  { name: 'Unavailable', status: 503, when: 'The database is away or busy.', isTemporary: true },
  {
    name: 'InsufficientStorage',
    status: 507,
    when: 'The disk of the database is full, and nothing was changed.',
    isTemporary: true,
  },
];
const WITH_A_TOKEN: Shared[] = [
  { name: 'Unauthorized', status: 401, when: 'There is no token, or it is not valid any more.' },
];
// Any call but a GET may come with a body, and one that takes none refuses a wrong one like the others.
const WITH_A_BODY: Shared[] = [
  { name: 'RequestTimeout', status: 408, when: 'The body arrived too slowly.' },
  { name: 'ContentTooLarge', status: 413, when: 'The body is longer than this call takes.' },
  { name: 'UnsupportedMediaType', status: 415, when: 'The body is not JSON, or it is compressed.' },
];
const WITH_A_PARAMETER: Shared[] = [
  { name: 'NotFound', status: 404, when: "What the address names is not there, or is another user's." },
  { name: 'UriTooLong', status: 414, when: 'The address is too long.' },
];
const OF_ACCESS: { [A in Access]?: Shared } = {
  user: {
    name: 'NotForAgents',
    status: 403,
    when: "The token is an agent's, which opens no call of a user.",
  },
  subscriber: {
    name: 'SubscribersOnly',
    status: 403,
    when: "The subscription has ended, or the token is an agent's.",
  },
  admin: { name: 'AdministratorsOnly', status: 403, when: 'The caller is no administrator.' },
};

/** All shared refusals. */
export const SHARED_REFUSALS: Shared[] = [
  ...OF_EVERY_CALL,
  ...WITH_A_TOKEN,
  ...WITH_A_BODY,
  ...WITH_A_PARAMETER,
  ...Object.values(OF_ACCESS),
];

/**
 * How a call can be refused, by status. Not among them is what is refused before a call is known, such as a foreign host
 * name.
 */
export function refusalsOf(name: string, call: CallDefinition): Refused[] {
  const { access, params, refusals = {} } = call;
  const ofAccess = OF_ACCESS[access];
  const shared = [
    ...OF_EVERY_CALL,
    ...(access === 'public' ? [] : WITH_A_TOKEN),
    ...(ofAccess ? [ofAccess] : []),
    ...(name.startsWith('GET ') ? [] : WITH_A_BODY),
    ...(params ? WITH_A_PARAMETER : []),
  ];
  const own = Object.entries(refusals).map(([status, when]) => ({ status: Number(status), when }));
  const others = shared.filter(({ status }) => own.every((one) => one.status !== status));
  return [...own, ...others].sort((one, other) => one.status - other.status);
}
