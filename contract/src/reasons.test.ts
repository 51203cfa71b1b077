import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REASON_KINDS, type Reason, readReason, reasonOfMany, reasonWithin, reasonWords } from './reasons.ts';

const day = '2026-09-02';
const SAID: [Reason, words: string][] = [
  [{ kind: 'gone' }, 'No longer pending in its list'],
  [{ kind: 'do_not_contact' }, 'On your do-not-contact list'],
  [{ kind: 'messaged', day }, 'Messaged already, on 02-09-2026'],
  [{ kind: 'messaged', day, is_unclear: true }, 'Messaged already (unclear), on 02-09-2026'],
  [{ kind: 'messaged', day, is_meanwhile: true }, 'Messaged meanwhile, on 02-09-2026'],
  [{ kind: 'replied', day }, 'Replied, on 02-09-2026'],
  [{ kind: 'undecided_stop' }, 'May have asked for no more messages: decide in Replies'],
  [{ kind: 'budget', messages: 1 }, '1 message without a reply'],
  [{ kind: 'budget', messages: 3 }, '3 messages without a reply'],
  [{ kind: 'left_out', list: 'Booked' }, 'In a list that is left out: Booked'],
  [{ kind: 'left_out', tag: 'VIP' }, 'Has a tag that is left out: VIP'],
  [{ kind: 'left_out', replied_days: 1 }, 'Replied within 1 day, which is left out'],
  [{ kind: 'left_out', replied_days: 30 }, 'Replied within 30 days, which is left out'],
  [{ kind: 'no_source' }, 'No stated source'],
  [{ kind: 'taken_out' }, 'Taken out by you'],
  [{ kind: 'taken_out', people: 1 }, 'Taken out by you: 1 person'],
  [{ kind: 'taken_out', people: 1234 }, 'Taken out by you: 1,234 people'],
  [{ kind: 'unfilled', blank: 'city' }, 'Nothing for "city"'],
  [{ kind: 'too_long', characters: 1234 }, 'The message would have 1,234 characters; 1,000 are the most'],
  [{ kind: 'other_name' }, 'Under another name in the list too'],
  [{ kind: 'by_hand' }, 'Changed by hand'],
  [{ kind: 'put_back' }, 'Put back by you'],
  [
    { kind: 'given_to_all', people: 2, profile: 'kiln' },
    '2 people of kiln may get it from every profile of this campaign now',
  ],
  [{ kind: 'not_found' }, 'Name not found'],
  [{ kind: 'unclear' }, 'Outcome unknown: not sent again'],
  [{ kind: 'in_use' }, 'The profile is open in your own Firefox: trying again in a minute'],
  [{ kind: 'site_away' }, 'The site does not answer: trying again later'],
  [{ kind: 'not_sent' }, 'Nothing was sent'],
  [{ kind: 'not_sent', is_retried: true }, 'Nothing was sent: trying again later'],
  [{ kind: 'not_in_time' }, 'Not sent in time'],
  [{ kind: 'not_in_time', is_retried: true }, 'Not sent in time: trying again later'],
  [{ kind: 'said_sent' }, 'You said that it went out'],
  [{ kind: 'said_not_sent' }, 'You said that it did not go out'],
  [{ kind: 'said_not_sent', next: 'retry' }, 'You said that it did not go out: trying again'],
  [
    { kind: 'said_not_sent', next: 'later_campaign' },
    'You said that it did not go out: pending for a later campaign',
  ],
  [{ kind: 'told', words: 'The thread did not open.' }, 'The thread did not open.'],
  [{ kind: 'blocked' }, 'Instagram asks for a pause. This profile stopped.'],
  [{ kind: 'blocked', words: 'Slow down.' }, 'Slow down. This profile stopped.'],
  [{ kind: 'signed_out' }, 'Signed out. This profile stopped: open it, sign in and press Resume.'],
  [
    { kind: 'cannot_start' },
    'Firefox could not be started. This profile waits: it is tried again every ten minutes, and at once when you press Try again.',
  ],
  [
    { kind: 'obstructed', words: 'A banner covers it.' },
    'A banner covers it. Several people in a row met this, so this profile waits: it is tried again every ten minutes, and at once when you press Try again.',
  ],
  [
    { kind: 'unlisted', words: 'Firefox on studio does not list this folder.' },
    'Firefox on studio does not list this folder. This profile waits until it does.',
  ],
  [{ kind: 'resumed' }, 'Resumed'],
  [{ kind: 'as_scheduled' }, 'As scheduled'],
  [{ kind: 'start_undone' }, 'Start undone: nothing was sent'],
  [{ kind: 'scheduled', moment: '14-09-2026 09:00' }, 'To start 14-09-2026 09:00'],
  [{ kind: 'unscheduled' }, 'Waits for Start again'],
  [
    { kind: 'paused', pause: { kind: 'review', people: 1 } },
    'The first one is done: have a look, then press Start',
  ],
  [{ kind: 'stopped_early' }, 'Stopped before its end'],
  [
    { kind: 'overdue', moment: '14-09-2026 09:00' },
    'Was to start 14-09-2026 09:00, while the server was off',
  ],
  [
    { kind: 'overdue', moment: '14-09-2026 09:00', problem: { kind: 'account' } },
    'Was to start 14-09-2026 09:00: This account is disabled',
  ],
];

test('each kind of reason has its words', () => {
  assert.deepEqual(
    SAID.map(([reason]) => reasonWords(reason)),
    SAID.map(([, words]) => words),
  );
  assert.deepEqual(new Set(SAID.map(([{ kind }]) => kind)), new Set(REASON_KINDS));
});

test('a reason of many people has no figures of one of them', () => {
  const messaged = { reason: 'messaged', field: null, text: 'Messaged already, on 02-09-2026' } as const;
  assert.equal(reasonOfMany(messaged), 'Messaged already');
  assert.equal(reasonWithin(messaged), 'messaged already');
  const text = 'In a list that is left out: Booked';
  assert.equal(reasonOfMany({ reason: 'left_out', field: text, text }), text);
  assert.equal(reasonWithin({ reason: 'unfilled', field: 'city', text: '' }), 'nothing for “city”');
});

test('a stored reason is read as its kind, and what a version without kinds wrote as its words', () => {
  const budget = { reason_kind: 'budget', reason_args: { messages: 3 } };
  const words = '3 messages without a reply';
  assert.deepEqual(readReason({ ...budget, words: null }), { kind: 'budget', words });
  assert.deepEqual(readReason({ ...budget, words }), { kind: 'budget', words });
  const replied = 'Replied, on 02-09-2026';
  assert.deepEqual(readReason({ ...budget, words: replied }), { kind: null, words: replied });
  assert.deepEqual(readReason({ reason_kind: null, reason_args: null, words }), { kind: null, words });
  const later = { reason_kind: 'asleep', reason_args: { hours: 2 }, words: null };
  assert.deepEqual(readReason(later), { kind: null, words: null });
  assert.deepEqual(readReason(null), { kind: null, words: null });
});
