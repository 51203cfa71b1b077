import type { Mutant } from './mutant.ts';

const SEND = 'server/src/features/mail/send-mails.ts';
const QUERIES = 'server/src/features/mail/queries.ts';
const LINKS = 'server/src/features/mail/links.ts';
const MESSAGE = 'server/src/features/mail/mail-message.ts';
const MAILER = 'server/src/mail/mailer.ts';
const CHANGE = 'server/src/features/email-address/change-address.ts';
const ROUTES = 'server/src/features/email-address/routes.ts';
const WISHES = 'server/src/features/auth/answer-wishes.ts';
const RESETS = 'server/src/features/auth/reset-queries.ts';
const sending = ['server/src/features/mail/send-mails.test.ts'];
const restored = ['server/src/features/mail/restored-mail.test.ts'];
const message = ['server/src/features/mail/mail-message.test.ts'];
const mailer = ['server/src/mail/mailer.test.ts'];
const address = ['server/src/features/email-address/email-address.test.ts'];
const resets = ['server/src/features/auth/mailed-resets.test.ts'];

/** Mail, addresses and mailed links (docs/behaviour.md#mail). */
export const MAIL_MUTANTS: readonly Mutant[] = [
  {
    name: 'two servers take the same mail',
    file: QUERIES,
    edits: [[' for update skip locked)', ')']],
    tests: sending,
  },
  {
    name: 'a mail that is being sent is sent again at once',
    file: QUERIES,
    edits: [['coalesce(sending_until <= ', 'coalesce(true or sending_until <= ']],
    tests: sending,
  },
  {
    name: 'a mail of before a restore is sent',
    file: QUERIES,
    edits: [['mails.epoch < greatest(users.epoch,', 'mails.epoch < least(0, users.epoch,']],
    tests: [...sending, ...restored],
  },
  {
    name: 'a link of before a restore opens',
    file: 'server/src/database/backup/freeze-everybody.ts',
    edits: [['delete from mailed_links; ', '']],
    tests: restored,
  },
  {
    name: 'a mail is tried for ever',
    file: SEND,
    edits: [
      ['const wait = RETRIES_MS[mail.tries - 1];', 'const wait = RETRIES_MS[mail.tries - 1] ?? MINUTE_MS;'],
    ],
    tests: sending,
  },
  {
    name: 'the log has the words of the mail server',
    file: SEND,
    edits: [['failure: failureCode(failure)', 'failure: String(failure)']],
    tests: sending,
  },
  {
    name: 'a server that ends waits for a mail server',
    file: SEND,
    edits: [['AbortSignal.any([signal, limit.signal])', 'limit.signal']],
    tests: sending,
  },
  {
    name: 'a mail goes unencrypted to another machine',
    file: MAILER,
    edits: [['requireTLS: !isSecure && !isOwnMachine,', 'requireTLS: false,']],
    tests: mailer,
  },
  {
    name: 'a name adds a line to a mail',
    file: MESSAGE,
    edits: [['const lines = content.lines.map(visibleLine);', 'const { lines } = content;']],
    tests: message,
  },
  {
    name: 'a name adds markup to a mail',
    file: 'server/src/plain-pages/plain-page.ts',
    edits: [["ENTITIES[character] ?? ''", 'character']],
    tests: message,
  },
  {
    name: 'each try has a link of its own',
    file: LINKS,
    edits: [['.update(message_id)', '.update(message_id + Math.random())']],
    tests: address,
  },
  {
    name: 'a mail is sent again whose link was used',
    file: LINKS,
    edits: [['  return undefined;\n}\n\nfunction tokensOf', "  return '';\n}\n\nfunction tokensOf"]],
    tests: address,
  },
  {
    name: 'a session alone changes the address',
    file: ROUTES,
    edits: [
      ["          await checkOwnPassword(deps, { ...who, action: 'email_change' }, current_password);\n", ''],
    ],
    tests: address,
  },
  {
    name: 'the address before is not told of a change',
    file: CHANGE,
    edits: [['before !== undefined && before !== address', 'before === address']],
    tests: address,
  },
  {
    name: 'confirmations to an address are counted by its letters’ case',
    file: QUERIES,
    edits: [['lower(to_address) = lower(', 'to_address = (']],
    tests: address,
  },
  {
    name: 'confirmations of an account are not limited',
    file: CHANGE,
    edits: [["    { of: { user_id }, limit: CONFIRMATIONS_OF_A_USER, to: 'for an account' },\n", '']],
    tests: address,
  },
  {
    name: 'a new password leaves the address that somebody else had given',
    file: RESETS,
    edits: [['  await deleteLinks(tx, user_id);\n', '']],
    tests: [...address, ...resets],
  },
  {
    name: 'a person is mailed as many links as somebody wishes',
    file: WISHES,
    edits: [['if (last.length < MAILS_AN_HOUR) await', 'await']],
    tests: resets,
  },
  {
    name: 'a disabled account is mailed a link',
    file: WISHES,
    edits: [['if (!user?.is_active) return;', 'if (!user) return;']],
    tests: resets,
  },
  {
    name: 'an old wish is mailed a link',
    file: WISHES,
    edits: [['deps.mail.isConfigured && moment.getTime() > fresh', 'deps.mail.isConfigured']],
    tests: resets,
  },
  {
    name: 'a mailed link sets a password twice',
    file: 'server/src/features/mail/link-queries.ts',
    edits: [
      [
        "    .deleteFrom('mailed_links')\n    .where('kind', '=', kind)",
        "    .deleteFrom('mailed_links')\n    .where('kind', '=', kind)\n    .where('user_id', '<', 0)",
      ],
    ],
    tests: [...address, ...resets],
  },
];
