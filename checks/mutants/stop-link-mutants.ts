import type { Mutant } from './mutant.ts';

const ENGINE = ['server/src/engine/stop-link.test.ts'];
const PAGE = ['server/src/features/stop-link/stop-link.test.ts'];
const RECOVERY = ['server/src/features/stop-link/recover-links.test.ts'];
const SERVE = 'server/src/features/stop-link/serve-page.ts';
const QUERIES = 'server/src/features/stop-link/queries.ts';

/** Defects in stop links and in what they do. */
export const STOP_LINK_MUTANTS: readonly Mutant[] = [
  {
    name: 'a claim hands out a link without a code',
    file: 'server/functions/engine/claim.sql',
    edits: [['if with_links then', 'if false then']],
    tests: ENGINE,
  },
  {
    name: 'a copy of the database makes other codes',
    file: 'server/functions/engine/stop-links.sql',
    edits: [['coalesce(stop_code(pads, of_user, of_recipient), random_code())', 'random_code()']],
    tests: RECOVERY,
  },
  {
    name: 'an erasure leaves a link that a restore made known',
    file: 'server/src/features/people/erase-queries.ts',
    edits: [["  'recovered_links',\n", '']],
    tests: RECOVERY,
  },
  {
    name: 'a message that was begun gets another link',
    file: 'server/functions/engine/stop-links.sql',
    edits: [
      ["'^(.*/o/)' || sample_code() || '$'", "'^(.*/o/)'"],
      ["jsonb_build_object('optout', before_code || of_person)", 'stop_link_with(of_person)'],
    ],
    tests: ENGINE,
  },
  {
    name: 'a claim hands out links that lead nowhere',
    file: 'contract/src/rules/due-senders.ts',
    edits: [[' && campaign.is_public !== false;', ';']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...ENGINE],
  },
  {
    name: 'begin grants a link that leads nowhere',
    file: 'contract/src/rules/begin.ts',
    edits: [["  if (is_public === false) return 'paused';\n", '']],
    tests: [...ENGINE, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a campaign whose links lead nowhere is not paused',
    file: 'contract/src/rules/next-work.ts',
    edits: [[' && running.every(({ campaign }) => campaign.is_public !== false)', '']],
    tests: ['contract/src/rules/next-work-cases.test.ts', ...ENGINE],
  },
  {
    name: 'looking at the page stops messages',
    file: SERVE,
    edits: [
      [
        "request.method === 'POST' ? readForm(request.body) : 'nothing'",
        "request.method === 'POST' ? readForm(request.body) : 'stop'",
      ],
    ],
    tests: PAGE,
  },
  {
    name: 'a stop is answered while a step of the engine has not seen it',
    file: SERVE,
    edits: [['    await lockUser(tx, linked.user_id);\n', '']],
    tests: PAGE,
  },
  {
    name: "the owner's hand outweighs the person's word",
    file: QUERIES,
    edits: [["where x.how = 'hand'`", 'where false`']],
    tests: PAGE,
  },
  {
    name: 'who asked themselves comes off without a reason',
    file: 'server/src/features/do-not-contact/routes.ts',
    edits: [['if (reason === undefined) throw badRequest(SAY_WHY,', 'if (false) throw badRequest(SAY_WHY,']],
    tests: PAGE,
  },
  {
    name: 'under the public name of stop links the whole server answers',
    file: 'server/src/http/request-guards.ts',
    edits: [["if (request.url.startsWith('/o/')) {", 'if (request.method) {']],
    tests: PAGE,
  },
];
