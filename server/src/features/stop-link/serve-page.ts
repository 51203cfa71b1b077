import { CODE_LENGTH } from '@pigeonpost/contract/people/stop-link';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/caller-address.ts';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import type { RefusalError } from '../../errors.ts';
import { limitBodyTime } from '../../http/bodies/body-time.ts';
import { answerError } from '../../http/error-answers.ts';
import { setPageHeaders } from '../../plain-pages/plain-page.ts';
import { tellNames } from '../erasures/erased-names.ts';
import { chooseLanguage } from './choose-language.ts';
import { type Answered, notePage, personPage } from './page.ts';
import { findLinked, insertWish, type Linked, stopByLink } from './queries.ts';
import { recoverLinks } from './recover-links.ts';

const REQUESTS_A_MINUTE = 60;
// The longest form that is read, with room for what a mail program puts around one field.
const BODY_LIMIT = 2_048;
const BODY_TIME_MS = 10_000;

type Asked = 'nothing' | 'stop' | 'erase' | 'erase-surely';

/**
 * The page of a stop link at /o/{code}, outside the contract, because people open it without signing in and without a
 * script. Looking changes nothing and notes nothing (docs/behaviour.md#the-stop-link).
 */
export function serveStopLinks(app: FastifyInstance, deps: Deps): void {
  const recovered = oneAtATime(() => recoverLinks(deps));
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    // Only the form is of interest, whatever a program calls it; its length is bounded for all of them.
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, String(body)),
    );
    pages.setErrorHandler((error: FastifyError | RefusalError, request, reply) => {
      const page = notePage('later', languageOf(request));
      setPageHeaders(reply, page).serializer(() => page.html);
      return answerError({ error, request, reply, watches: deps });
    });
    pages.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST'],
      url: '/o/*',
      bodyLimit: BODY_LIMIT,
      config: {
        rateLimit: {
          max: REQUESTS_A_MINUTE,
          timeWindow: '1 minute',
          groupId: 'stop links',
          keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
        },
      },
      preParsing: (request, reply, payload) =>
        limitBodyTime({ request, reply, payload }, { clock: deps.clock, milliseconds: BODY_TIME_MS }),
      async handler(request, reply) {
        const language = languageOf(request);
        const code = readCode(request.params['*']);
        const asked = request.method === 'POST' ? readForm(request.body) : 'nothing';
        const found = await answer(deps, { code, asked, recovered });
        const page = found
          ? personPage(found.linked, found.answered, language)
          : notePage('unknown', language);
        return setPageHeaders(reply, page).code(page.status).send(page.html);
      },
    });
  });
}

/** Answers an address that no path can be read from, such as /o/%zz, and returns whether it is that of a stop link. */
export function answerUnreadable(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!request.url.startsWith('/o/')) return false;
  const page = notePage('unknown', languageOf(request));
  setPageHeaders(reply, page).code(page.status).send(page.html);
  return true;
}

/** Does what was asked, and gives whose link it is. Works without a subscription and while sending is frozen. */
async function answer(
  deps: Deps,
  { code, asked, recovered }: { code: string; asked: Asked; recovered: () => Promise<boolean> },
): Promise<{ linked: Linked; answered: Answered } | undefined> {
  const { asSystem, readAsSystem, clock, secrets } = deps;
  const find = () => readAsSystem('a stop link', (tx) => findLinked(tx, code));
  const linked = (await find()) ?? (code !== NO_CODE && (await recovered()) ? await find() : undefined);
  if (!linked) return undefined;
  if (asked === 'nothing') return { linked, answered: 'nothing' };
  if (asked === 'erase') return { linked, answered: 'asks-to-erase' };
  await asSystem('a stop link', async (tx) => {
    // A step of the engine that has not seen the name there is over before this is answered.
    await lockUser(tx, linked.user_id);
    // They may have been erased meanwhile: the wish is fulfilled, and their name must not be written down again.
    if (!(await findLinked(tx, code))) return;
    await tellNames(tx, secrets, [linked.recipient]);
    const asking = { user_id: linked.user_id, recipient: linked.recipient, now: clock.now() };
    await stopByLink(tx, asking);
    if (asked === 'erase-surely') await insertWish(tx, asking);
  });
  return { linked, answered: asked === 'stop' ? 'stopped' : 'wished' };
}

/** Calls that come while one is at work get its answer, so that unknown codes cause no second one. */
function oneAtATime(work: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

const NO_CODE = '';
const CODE = new RegExp(`^[0-9A-Z]{${CODE_LENGTH}}$`);
// A program that makes links of addresses in a text often takes the sign behind one for a part of it.
const WITH_SIGN_BEHIND = /^([0-9A-Za-z-]+)(?:[^0-9A-Za-z/-].*|\/[^0-9A-Za-z]*)?$/su;

/**
 * The code as it is stored, however it was typed: Crockford's base32 reads O as 0, and I and L as 1. What stands behind it,
 * such as a sentence's full stop, is cut.
 */
function readCode(typed: string): string {
  const [, alone = ''] = WITH_SIGN_BEHIND.exec(typed) ?? [];
  const code = alone.replaceAll('-', '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : NO_CODE;
}

/** What a form asks for: that of the page, or RFC 8058's, which mail programs send. */
function readForm(body: unknown): Asked {
  if (typeof body !== 'string') return 'nothing';
  const form = new URLSearchParams(body);
  if (form.get('List-Unsubscribe') === 'One-Click' || IN_PARTS.test(body)) return 'stop';
  const asked = form.get('do');
  return asked === 'stop' || asked === 'erase' || asked === 'erase-surely' ? asked : 'nothing';
}

const IN_PARTS = /name="?List-Unsubscribe"?\s*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\s/i;

const languageOf = ({ headers }: FastifyRequest) => chooseLanguage(headers['accept-language']);
