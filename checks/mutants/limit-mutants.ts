import type { Mutant } from './mutant.ts';

const LIVE = 'server/src/realtime.ts';
const UNFINISHED = 'server/src/http/limit-unfinished.ts';
const REALTIME = ['server/src/realtime.test.ts'];
const HALF_CALLS = ['server/src/http/limit-unfinished.test.ts'];

/** What strangers and users may have at once (docs/behaviour.md#realtime, #answers, #sessions, #what-a-user-may-have). */
export const LIMIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'any number of live connections wait to log in',
    file: LIVE,
    edits: [
      ['unjoined.isFull(networkOf(request)) ? TOO_MANY_UNJOINED : undefined', 'undefined'],
      ['unjoined.add(connection, networkOf(connection.request)),', 'networkOf(connection.request),'],
    ],
    tests: REALTIME,
  },
  {
    name: 'a live connection that logged in keeps its place among those that wait',
    file: LIVE,
    edits: [['        unjoined.noteJoined(socket.conn);\n', '']],
    tests: REALTIME,
  },
  {
    name: 'a live connection that its user has left stays open',
    file: LIVE,
    edits: [["        socket.on('disconnect', () => socket.conn.close());\n", '']],
    tests: REALTIME,
  },
  {
    name: 'any number of connections wait for the rest of a call',
    file: UNFINISHED,
    edits: [['waiting.size <= UNFINISHED_A_NETWORK ||', 'waiting.size > 0 ||']],
    tests: HALF_CALLS,
  },
  {
    name: 'connections that come at once end each other before they could send their call',
    file: UNFINISHED,
    edits: [['now - since < LEFT_ALONE_MS', 'now < since']],
    tests: HALF_CALLS,
  },
  {
    name: 'a user stays signed in in any number of browsers',
    file: 'server/src/access/session-queries.ts',
    edits: [['.offset(LOGIN_SESSIONS_MAX)', '.offset(1_000_000)']],
    tests: ['server/src/features/auth/sessions.test.ts'],
  },
  {
    name: 'a user has any number of campaigns',
    file: 'server/src/features/campaigns/lifecycle/create-queries.ts',
    edits: [["  await requireRoom(tx, campaign.user_id, 'campaigns');\n", '']],
    tests: ['server/src/database/sql/require-room.test.ts'],
  },
];
