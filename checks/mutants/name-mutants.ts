import type { Mutant } from './mutant.ts';

const FORMS = ['server/src/features/people/one-form.test.ts'];
const JOINING = ['server/src/database/join-people.test.ts'];
const JOIN = 'server/migrations/0055-one-form-of-names.sql';
const FOLLOW = 'server/functions/engine/follow-site.sql';

/** Defects by which one person has several names. */
export const NAME_MUTANTS: readonly Mutant[] = [
  {
    name: 'a name with the own domain is somebody else',
    file: 'contract/src/names/name-form.ts',
    edits: [["? name.slice(0, name.indexOf('@')) || name", '? name']],
    tests: FORMS,
  },
  {
    name: 'a reply keeps the name that its driver told',
    file: 'server/src/engine/replies/judge-texts.ts',
    edits: [['.map((name) => nameForm(name, rules))', '']],
    tests: FORMS,
  },
  {
    name: 'the hash of an erased name goes with the site',
    file: 'server/src/secrets/name-hash.ts',
    edits: [['...new Set([fullName(name, { domain }), name]),', 'name,']],
    tests: FORMS,
  },
  {
    name: 'people without a domain mean others after a change of the site',
    file: FOLLOW,
    edits: [['  perform rename_people(of_user, old_domain, true);\n', '']],
    tests: FORMS,
  },
  {
    name: 'people of the new site stay two',
    file: FOLLOW,
    edits: [['  perform rename_people(of_user, new_domain, false);\n', '']],
    tests: FORMS,
  },
  {
    name: 'who becomes one with somebody at a change of the site is not joined',
    file: FOLLOW,
    edits: [['if exists (select from renamed) then', 'if false then']],
    tests: FORMS,
  },
  {
    name: 'do-not-contact stays behind at a change of the site',
    file: FOLLOW,
    edits: [["'message_ledger', 'do_not_contact',", "'message_ledger',"]],
    tests: FORMS,
  },
  {
    name: 'joined people stay in the numbers of their lists',
    file: JOIN,
    edits: [
      ['  update lists l set pending = l.pending - j.pending,', '  update lists l set pending = l.pending,'],
    ],
    tests: JOINING,
  },
  {
    name: 'the row that is being sent to does not stay',
    file: JOIN,
    edits: [["when d.state = 'sending' then 0", "when d.state = 'sending' then 7"]],
    tests: JOINING,
  },
  {
    name: 'the row that was sent does not stay',
    file: JOIN,
    edits: [["          when r.status = 'sent' then 1\n", '']],
    tests: JOINING,
  },
  {
    name: 'the row of a message that may have arrived does not stay',
    file: JOIN,
    edits: [["l.begun <> '{}') then 2", "l.begun <> '{}') then 7"]],
    tests: JOINING,
  },
  {
    name: 'the row that is handed out does not stay',
    file: JOIN,
    edits: [["          when d.state = 'leased' then 3\n", '']],
    tests: JOINING,
  },
  {
    name: 'the row that is pending does not stay',
    file: JOIN,
    edits: [["when r.status = 'pending' then 4", "when r.status = 'pending' then 7"]],
    tests: JOINING,
  },
  {
    name: 'a row that is joined away keeps its profile',
    file: JOIN,
    edits: [['p.lease_token = s.token)', 'p.lease_token = s.token and false)']],
    tests: JOINING,
  },
  {
    name: 'a row that is joined away stays in work',
    file: JOIN,
    edits: [['set in_work = g.in_work - s.people,', 'set in_work = g.in_work,']],
    tests: JOINING,
  },
];
