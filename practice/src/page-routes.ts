import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownPerson, listThreads, markSeen, readThread } from './conversations.ts';
import { inboxPage } from './pages/inbox-page.ts';
import { notFoundPage } from './pages/layout.ts';
import { blockedPage, threadPage } from './pages/thread-page.ts';
import { findAccount } from './sign-in-routes.ts';
import type { Site } from './site.ts';

/** The inbox and its threads. A signed-out browser is sent to sign in first. */
export function addPageRoutes({ app, store, lag }: Site): void {
  app.get('/', (request, reply) => {
    const account = findAccount(store, request);
    if (!account) return askToSignIn(request, reply);
    return reply.type('text/html').send(inboxPage(account, listThreads(store, account)));
  });

  app.get<{ Querystring: { name?: string } }>('/people', (request, reply) => {
    const name = (request.query.name ?? '').trim().replace(/^@/, '').toLowerCase();
    return reply.redirect(name ? `/direct/${encodeURIComponent(name)}` : '/', 303);
  });

  type Thread = { Params: { person: string }; Querystring: { peek?: string } };
  app.get<Thread>('/direct/:person', async (request, reply) => {
    const account = findAccount(store, request);
    if (!account) return askToSignIn(request, reply);
    await lag('open_ms');
    reply.type('text/html');
    if (store.switches.state.blocked[account] === 'open') return reply.code(429).send(blockedPage(account));
    const person = request.params.person.toLowerCase();
    if (!isKnownPerson(store, person)) return reply.code(404).send(notFoundPage(account));
    const thread = readThread(store, account, person);
    // With ?peek the thread is shown and stays unread.
    if (thread.unread && request.query.peek === undefined) await markSeen(store, account, person);
    return reply.send(threadPage(account, thread));
  });
}

function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
}
