import type { Mutant } from './mutant.ts';

const WORK = ['server/src/features/agent-protocol/work.test.ts'];
const LINE = ['server/src/engine/fair-line.test.ts', 'server/src/engine/deliveries.test.ts'];
const LONG_LINE = ['server/src/engine/long-line.test.ts'];
const TWICE = ['server/src/engine/never-twice.test.ts'];
const FREEZE = ['server/src/features/freeze/freeze.test.ts'];
const LIFECYCLE = ['server/src/features/campaigns/lifecycle/lifecycle.test.ts'];
const RETRIES = ['server/src/engine/retries.test.ts'];
const BEGIN = ['server/src/engine/begin.test.ts'];
const UNDO = ['server/src/features/imports/undo-import.test.ts'];
const CLAIM = 'server/functions/engine/claim.sql';

/** The deliveries, profiles and times of claims (docs/engine.md#claim). */
export const CLAIM_MUTANTS: readonly Mutant[] = [
  {
    name: 'one claim gives a name to two campaigns',
    file: CLAIM,
    edits: [['elsif candidate.is_held or candidate.id = any (taken) then', 'elsif candidate.is_held then']],
    tests: ['server/model/real-engine.test.ts'],
  },
  {
    name: 'a claim hands out who is about to go with an undone import',
    file: CLAIM,
    edits: [['i.user_id = of_user and i.undone_at is not null))', 'false))']],
    tests: UNDO,
  },
  {
    name: 'a campaign starts on a list out of which an import is being taken',
    file: 'server/src/engine/start/start-refusal.ts',
    edits: [['if (is_undoing) return', 'if (!list_id) return']],
    tests: UNDO,
  },
  {
    name: 'a profile that has a delivery is given another one',
    file: CLAIM,
    edits: [[' and p.lease_token is null\n', '\n']],
    tests: [...LINE, ...WORK],
  },
  {
    name: 'a profile is given work before its pause is over',
    file: CLAIM,
    edits: [['(p.next_send_at is null or p.next_send_at <= here.moment or', '(true or']],
    tests: LINE,
  },
  {
    name: 'a pause that a wrong clock set far ahead holds its profile',
    file: CLAIM,
    edits: [[' or p.next_send_at > latest_due(s, here.moment))', ')']],
    tests: ['server/src/engine/clocks.test.ts'],
  },
  {
    name: 'a retry that a wrong clock set far ahead is never due',
    file: CLAIM,
    edits: [['and retry_at > latest_due(s, moment)', 'and false']],
    tests: ['server/src/engine/clocks.test.ts'],
  },
  {
    name: 'profiles of another machine are worked',
    file: CLAIM,
    edits: [['and (any_machine or p.agent_id is null or p.agent_id = of_agent)\n  order', 'order']],
    tests: WORK,
  },
  {
    name: 'one delivery more is handed out than there is capacity for',
    file: CLAIM,
    edits: [
      ['exit when cardinality(taken) = capacity', 'exit when cardinality(taken) > capacity'],
      ['capacity - cardinality(taken))', 'capacity)'],
    ],
    tests: RETRIES,
  },
  {
    name: 'work is handed out while a restored database is frozen',
    file: CLAIM,
    edits: [[' or u.frozen_at is not null then', ' then']],
    tests: FREEZE,
  },
  {
    name: 'work is handed out to a user whose subscription has ended',
    file: CLAIM,
    edits: [['if may_send(u, moment) is not true or', 'if']],
    tests: ['server/src/engine/begin.test.ts', ...WORK],
  },
  {
    name: 'whoever is on do-not-contact is handed out',
    file: CLAIM,
    edits: [
      [
        '(select true from do_not_contact x where x.user_id = u.id and x.recipient = r.recipient),\n      messaged_reason(s, r.recipient, moment, u.time_zone), null)::candidate\n    from recipients r',
        'false,\n      messaged_reason(s, r.recipient, moment, u.time_zone), null)::candidate\n    from recipients r',
      ],
    ],
    tests: ['server/src/engine/begin.test.ts'],
  },
  {
    name: 'whoever was messaged within the days is handed out',
    file: CLAIM,
    edits: [
      [
        'messaged_reason(s, r.recipient, moment, u.time_zone), null)::candidate\n    from recipients r',
        'null, null)::candidate\n    from recipients r',
      ],
    ],
    tests: TWICE,
  },
  {
    name: 'the days in which nobody is messaged again end one too early',
    file: 'server/functions/engine/rules.sql',
    edits: [['make_interval(days => s.never_twice_days)', 'make_interval(days => s.never_twice_days - 1)']],
    tests: TWICE,
  },
  {
    name: 'a name that another campaign holds is passed over for good',
    file: CLAIM,
    edits: [
      [
        '        passed_over := passed_over || held(of_user, line.campaign_id, candidate.id, moment);\n',
        '        null;\n',
      ],
    ],
    tests: [...LIFECYCLE, ...LONG_LINE],
  },
  {
    name: 'a held name is looked at again only in half an hour',
    file: 'server/functions/engine/rules.sql',
    edits: [["interval '30 seconds'", "interval '30 minutes'"]],
    tests: LONG_LINE,
  },
  {
    name: 'names that an older version left behind the cursor are forgotten',
    file: CLAIM,
    edits: [['when g.passed then 0 else g.cursor end', 'else g.cursor end']],
    tests: LONG_LINE,
  },
  {
    name: 'a line is read from its start by every claim',
    file: CLAIM,
    edits: [['set cursor = l.cursor, passed = false', 'set cursor = l.cursor']],
    tests: LONG_LINE,
  },
  {
    name: 'a retry that became pending for a later campaign is sent by this one',
    file: 'server/functions/engine/rules.sql',
    edits: [[' or place > mark and settled_token is null;', ';']],
    tests: RETRIES,
  },
  {
    name: 'a name whose owner settled it is never tried again',
    file: 'server/functions/engine/rules.sql',
    edits: [['place > mark and settled_token is null;', 'place > mark;']],
    tests: ['server/src/engine/by-hand/settle.test.ts'],
  },
  {
    name: 'a claim reads known names without end',
    file: CLAIM,
    edits: [
      [
        '      candidate := null;\n      line.passed_over := line.passed_over + 1;\n',
        '      line.passed_over := line.passed_over + case when candidate.is_known then 0 else 1 end;\n      candidate := null;\n',
      ],
    ],
    tests: LONG_LINE,
  },
  {
    name: 'a claim that has skipped as many as it may does not ask for another look',
    file: CLAIM,
    edits: [[' else is_cut := true; end if;', ' end if;']],
    tests: TWICE,
  },
  {
    name: 'a claim keeps skipping however many there are',
    file: CLAIM,
    edits: [['not line.is_over and line.passed_over < most_passed_over() loop', 'not line.is_over loop']],
    tests: LONG_LINE,
  },
  {
    name: 'what waits to be tried again is handed out before its time',
    file: CLAIM,
    edits: [['campaign_id = line.campaign_id and retry_at <= moment', 'campaign_id = line.campaign_id']],
    tests: [...LINE, ...RETRIES],
  },
  {
    name: 'whoever was deleted while waiting to be tried again is handed out',
    file: CLAIM,
    edits: [['skip_reason(candidate.is_gone,', 'skip_reason(false,']],
    tests: RETRIES,
  },
  {
    name: 'whoever came onto do-not-contact while waiting to be tried again is handed out',
    file: CLAIM,
    edits: [
      [
        '(select true from do_not_contact x where x.user_id = u.id and x.recipient = r.recipient),\n      messaged_reason(s, r.recipient, moment, u.time_zone, u.id, case when line.of_profile is not null then r.follows_at end),\n      left_alone_reason(u.id, s, line.started_at, line.leave_out, r.recipient, moment, u.time_zone,\n        case when line.of_profile is not null then r.follows_at end))::candidate\n    from (\n',
        'false,\n      messaged_reason(s, r.recipient, moment, u.time_zone, u.id, case when line.of_profile is not null then r.follows_at end),\n      left_alone_reason(u.id, s, line.started_at, line.leave_out, r.recipient, moment, u.time_zone,\n        case when line.of_profile is not null then r.follows_at end))::candidate\n    from (\n',
      ],
    ],
    tests: RETRIES,
  },
  {
    name: 'whoever was messaged by another campaign while waiting to be tried again is handed out',
    file: CLAIM,
    edits: [
      [
        'messaged_reason(s, r.recipient, moment, u.time_zone, u.id, case when line.of_profile is not null then r.follows_at end),\n      left_alone_reason(u.id, s, line.started_at, line.leave_out, r.recipient, moment, u.time_zone,\n        case when line.of_profile is not null then r.follows_at end))::candidate\n    from (\n',
        'null,\n      left_alone_reason(u.id, s, line.started_at, line.leave_out, r.recipient, moment, u.time_zone,\n        case when line.of_profile is not null then r.follows_at end))::candidate\n    from (\n',
      ],
    ],
    tests: RETRIES,
  },
  {
    name: 'whoever waits to be tried again is taken from the campaign that holds it now',
    file: CLAIM,
    edits: [['      r.campaign_id is not null,\n      (select', '      false,\n      (select']],
    tests: RETRIES,
  },
  {
    name: 'a claim forgets how far it came in the line',
    file: CLAIM,
    edits: [['g set cursor = l.cursor,', 'g set cursor = g.cursor,']],
    tests: ['server/src/engine/begin.test.ts'],
  },
  {
    name: 'the profile that waited longest is not the first',
    file: CLAIM,
    edits: [
      ["coalesce(p.next_send_at, '-infinity'), p.id", "coalesce(p.next_send_at, '-infinity') desc, p.id"],
    ],
    tests: [...LINE, ...WORK],
  },
  {
    name: 'a poll does not wait for the end of a pause',
    file: 'server/functions/engine/find-next-work.sql',
    edits: [['filter (where free_at > moment)', 'filter (where free_at < moment)']],
    tests: WORK,
  },
  {
    name: 'a poll does not wait for what is to be tried again',
    file: 'server/functions/engine/find-next-work.sql',
    edits: [['and d.retry_at > moment\n', 'and false\n']],
    tests: [...WORK, ...RETRIES],
  },
  {
    name: 'an agent is told of a longer lease than it has',
    file: CLAIM,
    edits: [["'lease_seconds', lease_seconds(),", "'lease_seconds', lease_seconds() * 2,"]],
    tests: BEGIN,
  },
  {
    name: 'a profile stays with an agent of its machine that has gone',
    file: 'server/functions/agent-protocol/work.sql',
    edits: [
      [' or not call.any_machine and take_profiles(moment, call.user_id, call.agent_id, call.paths)', ''],
    ],
    tests: ['server/src/features/agent-protocol/machine.test.ts'],
  },
];
