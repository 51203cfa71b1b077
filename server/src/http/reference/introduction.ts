import type { ServerEvents } from '@pigeonpost/contract/realtime';

const EVENTS: Record<keyof ServerEvents, string> = {
  campaign_update: 'a campaign changed, or was deleted',
  campaign_progress_update: 'the figures of a running campaign changed',
  campaign_reply: 'a person replied to a message of a campaign',
  campaign_log: 'a campaign wrote a line of its log',
  list_progress: 'how far the making of a list from lists has come',
  agent_update: 'an agent came or went, or reported something new',
  ticket_update: 'a ticket is new, was changed or has another message',
  notification: 'the user is told of something, or has read it',
  user_update: 'an administrator changed the user, or a freeze began or ended',
};

/** The beginning of the document, in Markdown: what holds for all calls, and the events. */
export const INTRODUCTION = `
The calls take and answer JSON. Three of them answer a file in place of JSON, and name its type.

## Signing in

\`POST /api/auth/login\` answers a token. Send it with every other call, as \`Authorization: Bearer …\`. A login token that is not used for a while ends, and then calls are answered 401. The text of each call says who may make it: a *subscriber* is a user whose subscription has not ended, and an *agent* is the program that sends from a machine.

## Refusals

A call that is not done is answered with a status of 4xx or 5xx and \`{ "error": … }\`. \`error\` is a sentence for people. \`fields\` has the errors of the input by field, and \`code\` tells cases apart. 429, 503 and 507 have the header \`Retry-After\`, in seconds. An id of another user is answered like one that does not exist.

Some requests are refused before the call is looked up: 421 for a host name that is not the server's own, 403 for a page of another site, 414 for an address that is too long, 431 for headers that are too long, 400 for anything that is not HTTP.

## Pages

Lists take \`page\`, from 1, and \`limit\`, from 1 to 100, and tell how many rows there are.

## Events

The server tells browsers and programs of changes over Socket.IO 4, at \`/socket.io/\`. Connect with \`auth: { token }\`, a login token, and send \`join_user_room\` with the id of the user. Events are hints: a program that missed some is right after its next call. 

${Object.entries(EVENTS)
  .map(([event, meaning]) => `- \`${event}\`: ${meaning}`)
  .join('\n')}
`.trim();
