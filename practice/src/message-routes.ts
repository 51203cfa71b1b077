import { addAnswer } from './answers.ts';
import { canBeWrittenTo, countUnread } from './conversations.ts';
import { findAccount } from './sign-in-routes.ts';
import type { Site } from './site.ts';

const MESSAGE_BODY = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string' } },
};

/** The calls of the pages' scripts: post a message, count the unread threads. */
export function addMessageRoutes({ app, store, clock, lag }: Site): void {
  app.post<{ Params: { person: string }; Body: { text: string } }>(
    '/direct/:person/messages',
    { schema: { body: MESSAGE_BODY } },
    async (request, reply) => {
      const account = findAccount(store, request);
      if (!account) return reply.code(401).send({ error: 'Sign in first.' });
      const person = request.params.person.toLowerCase();
      const { text } = request.body;
      if (!text.trim()) return reply.code(400).send({ error: 'Write something first.' });
      await lag('before_record_ms');
      if (Object.hasOwn(store.switches.state.blocked, account))
        return reply.code(429).send({ error: 'Try again later.' });
      if (!canBeWrittenTo(store, person)) return reply.code(404).send({ error: 'User not found.' });
      const message = { at: clock.now().toISOString(), account, person, text };
      await store.record.append(message);
      await addAnswer(store, message);
      await lag('after_record_ms');
      return reply.code(201).send(message);
    },
  );

  app.get('/unread', async (request, reply) => {
    const account = findAccount(store, request);
    if (!account) return reply.code(401).send({ error: 'Sign in first.' });
    await lag('unread_ms');
    return { count: countUnread(store, account) };
  });
}
