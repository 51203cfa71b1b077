import type { Mutant } from './mutant.ts';

const NOTIFY = 'server/functions/engine/notify-user.sql';
const MAIL = 'server/src/features/notifications/mail-notifications.ts';
const MAIL_QUERIES = 'server/src/features/notifications/mail-queries.ts';
const facts = ['server/src/features/notifications/facts.test.ts'];
const own = ['server/src/features/notifications/notifications.test.ts'];
const mailed = ['server/src/features/notifications/mail-notifications.test.ts'];

/** What users are told of, and what of it is mailed (docs/behaviour.md#notifications). */
export const NOTIFICATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'a profile that rests is told again before it sends',
    file: NOTIFY,
    edits: [["args @> (of_args - 'profile_name')", 'args @> (of_args || \'{"granted": -1}\')']],
    tests: facts,
  },
  {
    name: 'the pause at the end of a subscription is told as well',
    file: NOTIFY,
    edits: [["of_kind in ('subscription', 'account')", "of_kind in ('account')"]],
    tests: facts,
  },
  {
    name: 'ends of half an hour are one',
    file: NOTIFY,
    edits: [["moment - interval '10 minutes'", "moment - interval '30 minutes'"]],
    tests: facts,
  },
  {
    name: 'who wants to be told nowhere is told',
    file: NOTIFY,
    edits: [['in_app or by_mail', 'true']],
    tests: own,
  },
  {
    name: 'what is over is mailed',
    file: MAIL,
    edits: [[' && !over.has(id)', '']],
    tests: mailed,
  },
  {
    name: 'what was told before a restore is mailed',
    file: MAIL_QUERIES,
    edits: [['to_timestamp(greatest(u.epoch, (select epoch from server_identity)))', "'-infinity'"]],
    tests: mailed,
  },
  {
    name: 'what was told before there was an address is mailed',
    file: MAIL_QUERIES,
    edits: [['n.created_at >= e.confirmed_at', 'e.confirmed_at is not null']],
    tests: mailed,
  },
  {
    name: 'a forged token ends mails',
    file: 'server/src/features/notifications/unsubscribe-token.ts',
    edits: [['if (!isOurs) return undefined;', 'if (token === "") return undefined;']],
    tests: mailed,
  },
  {
    name: 'looking at the address ends mails',
    file: 'server/src/features/notifications/serve-unsubscribe.ts',
    edits: [["found !== undefined && request.method === 'POST'", 'found !== undefined']],
    tests: mailed,
  },
];
