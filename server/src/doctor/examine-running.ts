import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { examineClock } from './examine-clock.ts';

const MAX_CLOCK_SECONDS = 5;

/** Whether the server answers at the address of the settings, and whether its clock agrees with this machine's. */
export async function examineRunning(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { clock, limitMs }: { clock: Pick<Clock, 'now'>; limitMs: number },
): Promise<Finding[]> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  const url = `http://${name}:${port}`;
  const asked = clock.now();
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(limitMs) }).catch(
    () => undefined,
  );
  if (!answer)
    return [
      problem(
        'Server',
        `nothing answers at ${url}`,
        'Start it with npm start. If it runs elsewhere, set HOST and PORT.',
      ),
    ];
  const body = (await answer.json().catch(() => undefined)) as
    | { status?: string; error?: string }
    | undefined;
  if (body?.status !== 'ready')
    return [
      problem(
        'Server',
        `${url} answers ${answer.status}: ${body?.error ?? 'it is no Pigeonpost'}`,
        body?.error
          ? 'See the problems of the database below, and the log of the server.'
          : 'Another program has this port. Start the server at a free one with PORT.',
      ),
    ];
  const told = new Date(answer.headers.get('date') ?? '');
  const reading = { told, asked, answered: clock.now() };
  return [ok('Server', `answers at ${url}`), examineClock("the server's", reading, MAX_CLOCK_SECONDS)];
}
