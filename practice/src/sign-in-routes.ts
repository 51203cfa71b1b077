import type { FastifyRequest } from 'fastify';
import type { Store } from './conversations.ts';
import { html } from './html.ts';
import { layout } from './pages/layout.ts';
import type { Site } from './site.ts';

const COOKIE = 'practice_account';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const ACCOUNT_NAME = /^[^\p{C}]{1,60}$/u;

/** Signing in is choosing a name; a cookie keeps it when the browser restarts. */
export function addSignInRoutes({ app, store }: Site): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<{ Querystring: { next?: string } }>('/sign-in', (request, reply) =>
    reply.type('text/html').send(signInPage({ next: ownPath(request.query.next) })),
  );

  app.post<{ Body: { account?: string; next?: string } }>('/sign-in', (request, reply) => {
    const account = (request.body.account ?? '').trim().toLowerCase();
    const next = ownPath(request.body.next);
    if (!ACCOUNT_NAME.test(account)) {
      const error = 'Enter a name of 1 to 60 characters.';
      return reply.code(400).type('text/html').send(signInPage({ next, error }));
    }
    if (isSignedOut(store, account)) {
      const error = 'This account has to be confirmed by hand before it can sign in again.';
      return reply.code(403).type('text/html').send(signInPage({ next, error }));
    }
    return reply.header('set-cookie', cookie(account, YEAR_SECONDS)).redirect(next, 303);
  });

  app.post('/sign-out', (_request, reply) =>
    reply.header('set-cookie', cookie('', 0)).redirect('/sign-in', 303),
  );
}

/** The account whose browser sent this request; undefined when it is signed out. */
export function findAccount(store: Store, request: FastifyRequest): string | undefined {
  const account = readCookie(request);
  return account && !isSignedOut(store, account) ? account : undefined;
}

function isSignedOut({ switches }: Store, account: string): boolean {
  return switches.state.signed_out.includes(account);
}

function readCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split('; ');
  const found = pairs.find((pair) => pair.startsWith(`${COOKIE}=`));
  try {
    return found && decodeURIComponent(found.slice(COOKIE.length + 1));
  } catch {
    return undefined;
  }
}

function cookie(value: string, maxAgeSeconds: number): string {
  return `${COOKIE}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
}

function ownPath(next: string | undefined): string {
  // '//host' and '/\host' would lead to another site.
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

// Any name is an account and there are no passwords: nothing here is worth protecting.
function signInPage({ next, error }: { next: string; error?: string }): string {
  const content = html`<h1>Sign in</h1>
<p>Choose a name. Every name is an account of its own; there are no passwords.</p>
<form id="sign-in" class="card" method="post" action="/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="account-name">Account name</label>
<input id="account-name" name="account" autocomplete="username" autocapitalize="none" required maxlength="60">
${error ? html`<p class="problem" role="alert">${error}</p>` : ''}
<button type="submit">Sign in</button>
</form>`;
  return layout({ title: 'Sign in', content });
}
