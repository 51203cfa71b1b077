import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/caller-address.ts';
import type { Deps } from '../../deps.ts';
import { limitBodyTime } from '../../http/bodies/body-time.ts';
import { renderPlainPage, setPageHeaders } from '../../plain-pages/plain-page.ts';
import { endMails } from './queries.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

const REQUESTS_A_MINUTE = 60;
const BODY_LIMIT = 2_048;
const BODY_TIME_MS = 10_000;

/**
 * The address for ending mails, outside the contract, because mail programs and people open it without signing in. GET
 * changes nothing, so that a program that looks through links does not end anything; POST is RFC 8058's, and the page's button
 * (docs/behaviour.md#notifications-by-mail).
 */
export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    // What is posted says nothing that the address does not.
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, _body, done) =>
      done(null),
    );
    pages.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST'],
      url: '/unsubscribe/*',
      bodyLimit: BODY_LIMIT,
      config: {
        rateLimit: {
          max: REQUESTS_A_MINUTE,
          timeWindow: '1 minute',
          groupId: 'ending mails',
          keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
        },
      },
      preParsing: (request, reply, payload) =>
        limitBodyTime({ request, reply, payload }, { clock: deps.clock, milliseconds: BODY_TIME_MS }),
      async handler(request, reply) {
        const found = readUnsubscribeToken(deps.secrets, request.params['*']);
        const isDone = found !== undefined && request.method === 'POST';
        if (isDone) await deps.asSystem('ending mails', (tx) => endMails(tx, found));
        const words = found === undefined ? UNKNOWN : isDone ? DONE : ASK;
        const page = renderPlainPage('en', { ...words, by: 'Pigeonpost' });
        return setPageHeaders(reply, page)
          .code(found ? 200 : 404)
          .send(page.html);
      },
    });
  });
}

interface Words {
  title: string;
  main: string;
}

const ASK: Words = {
  title: 'End these mails?',
  main: '<p>You still see these notifications in Pigeonpost, and other mails go on.</p><form method="post"><button class="first">End these mails</button></form>',
};
const DONE: Words = {
  title: 'These mails have ended',
  main: '<p>Settings, Account, Notifications bring them back.</p>',
};
const UNKNOWN: Words = {
  title: 'This link is incomplete',
  main: '<p>Copy all of it, or choose your mails in Settings.</p>',
};
