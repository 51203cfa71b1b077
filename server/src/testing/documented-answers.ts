import type { Server } from 'node:http';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import { refusalsOf } from '../http/reference/refusals.ts';

interface Documented {
  name: string;
  method: string;
  path: RegExp;
  statuses: Set<number>;
}

// Those without a parameter come first, as in the server.
const DOCUMENTED: Documented[] = Object.entries<CallDefinition>(calls)
  .map(([name, call]) => {
    const [method = '', path = ''] = name.split(' ');
    return {
      name,
      method,
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      statuses: new Set([call.status ?? 200, ...refusalsOf(name, call).map(({ status }) => status)]),
    };
  })
  .sort((one, other) => parametersIn(one.name) - parametersIn(other.name));

/** What a server refuses before it looks for the call: a host that is not its own, and a page of another site. */
const WRONG_HOST = 421;
const WRONG_ORIGIN = 403;
/** Refusals of a body: too slow, too long, of another kind. */
const OF_A_BODY = [408, 413, 415];

/** Notes every answer of a server with a status that the API reference does not name for the call. */
export function noteUndocumented(server: Server): { problems(): string[] } {
  const found = new Set<string>();
  server.on('request', ({ method, url = '', headers }, response) => {
    response.once('finish', () => {
      const { statusCode: status } = response;
      if (status === WRONG_HOST || (status === WRONG_ORIGIN && headers.origin !== undefined)) return;
      // The reference offers neither an upgrade nor a GET with a body.
      if (headers.upgrade !== undefined || (method === 'GET' && OF_A_BODY.includes(status))) return;
      const [path = ''] = url.split('?', 1);
      const call = DOCUMENTED.find((one) => one.method === method && one.path.test(path));
      if (call && !call.statuses.has(status)) found.add(`${call.name} was answered ${status}`);
    });
  });
  return { problems: () => [...found] };
}

function parametersIn(name: string): number {
  return name.split('{').length;
}
