import type { Mutant } from './mutant.ts';

const NOTICE = 'contract/src/notifications/notice.ts';
const NOTIFY = 'server/functions/engine/notify-user.sql';
const MAIL = 'server/src/features/notifications/mail-notifications.ts';
const MAIL_QUERIES = 'server/src/features/notifications/mail-queries.ts';
const rules = ['contract/src/notifications/notice.test.ts'];
const facts = ['server/src/features/notifications/facts.test.ts'];
const own = ['server/src/features/notifications/notifications.test.ts'];
const mailed = ['server/src/features/notifications/mail-notifications.test.ts'];

/** What users are told of, and what of it is mailed (docs/behaviour.md#notifications). */
export const NOTIFICATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'a profile that rests is told again before it sends',
    file: NOTICE,
    edits: [['joins: { since: null,', 'joins: { since: 8.64e15,']],
    tests: facts,
  },
  {
    name: 'the pause at the end of a subscription is told as well',
    file: NOTICE,
    edits: [[" || pause.kind === 'subscription'", '']],
    tests: facts,
  },
  {
    name: 'ends of half an hour are one',
    file: NOTICE,
    edits: [['now - 10 * MINUTE_MS', 'now - 30 * MINUTE_MS']],
    tests: facts,
  },
  {
    name: 'an end is one with ends that were read',
    file: NOTIFY,
    edits: [["(not (joins->>'is_unseen')::boolean or (read_at is null and settled_at is null))", 'true']],
    tests: facts,
  },
  {
    name: 'of another profile that rests nothing is told',
    file: NOTIFY,
    edits: [[" and args @> (joins->'values')", '']],
    tests: facts,
  },
  {
    name: 'the end of a test is told',
    file: NOTICE,
    edits: [['  if (isTest(campaign.campaign_id)) return null;\n', '']],
    tests: rules,
  },
  {
    name: 'a disabled account is told of its pause',
    file: NOTICE,
    edits: [[" || pause.kind === 'account'", '']],
    tests: rules,
  },
  {
    name: 'replies to all campaigns are one',
    file: NOTICE,
    edits: [['{ campaign_id: campaign.campaign_id })', '{})']],
    tests: rules,
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
