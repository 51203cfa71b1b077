import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DELIVERY_STATES } from '../../campaigns.ts';
import { LAST_CAMPAIGN_ID } from '../../tests.ts';
import { gatherNotes, type Note, type Noted, noteOf, type PersonNote } from './note.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const CAMPAIGN = 7;
const OPEN = ['sending', 'uncertain'];

const states = fc.constantFrom(...DELIVERY_STATES);
const changes: fc.Arbitrary<Noted> = fc.record({
  campaign_id: fc.constantFrom(CAMPAIGN, 8),
  old_state: fc.option(states),
  state: states,
  begun_at: fc.option(fc.integer({ min: NOW - 9, max: NOW })),
  is_heard: fc.boolean(),
});

test('a message that arrived is noted at its begin, and without a begin at the moment of its change', () => {
  fc.assert(
    fc.property(changes, (change) => {
      const note = noteOf(change, NOW);
      const at = change.state === 'sent' ? (change.begun_at ?? NOW) : null;
      assert.equal(note?.last_messaged_at ?? null, at);
      assert.equal(note?.first_messaged_at ?? null, at);
      const heard = at !== null && change.is_heard ? { [change.campaign_id]: at / 1000 } : {};
      assert.deepEqual(note?.without_reply ?? {}, heard);
    }),
  );
});

test('an entry is there while the message may have arrived, and goes with the end of one that might have', () => {
  fc.assert(
    fc.property(changes, (change) => {
      const begun = noteOf(change, NOW)?.begun ?? {};
      const at = (change.begun_at ?? NOW) / 1000;
      if (change.state === 'uncertain')
        assert.deepEqual(begun, { [change.campaign_id]: { at, unclear: true } });
      else if (OPEN.includes(change.old_state ?? '')) assert.deepEqual(begun, { [change.campaign_id]: null });
      else assert.deepEqual(begun, {});
    }),
  );
});

test('a name that the site does not know is noted, and no other', () => {
  fc.assert(
    fc.property(changes, (change) => {
      const at = change.state === 'not_found' ? (change.begun_at ?? NOW) : null;
      assert.equal(noteOf(change, NOW)?.not_found_at ?? null, at);
    }),
  );
});

test('what was never begun says nothing, and neither does a test', () => {
  fc.assert(
    fc.property(changes, (change) => {
      assert.equal(noteOf({ ...change, campaign_id: LAST_CAMPAIGN_ID + 1 }, NOW), null);
      const isOpen = OPEN.includes(change.old_state ?? '');
      const isSaid = ['sent', 'uncertain', 'not_found'].includes(change.state);
      assert.equal(noteOf(change, NOW) === null, !isOpen && !isSaid);
    }),
  );
});

/** A person's row, as it is after each of these notes. */
function written(notes: readonly Note[]) {
  const row = { last: 0, first: Number.POSITIVE_INFINITY, not_found: 0, begun: {}, without_reply: {} };
  for (const note of notes) {
    row.last = Math.max(row.last, note.last_messaged_at ?? 0);
    row.first = Math.min(row.first, note.first_messaged_at ?? Number.POSITIVE_INFINITY);
    row.not_found = Math.max(row.not_found, note.not_found_at ?? 0);
    Object.assign(row.begun, note.begun);
    Object.assign(row.without_reply, note.without_reply);
  }
  return row;
}

test('the notes of a step are one for each person of a user, and say the same as all of them in turn', () => {
  const notes = fc
    .record({
      user_id: fc.constantFrom(1, 12),
      recipient: fc.constantFrom('ada', '2 ada'),
      change: changes.map((change) => ({ ...change, state: 'sent' as const })),
      other: changes,
    })
    .map(({ user_id, recipient, change, other }): PersonNote => {
      const note = noteOf(other, NOW) ?? noteOf(change, NOW);
      assert.ok(note);
      return { ...note, user_id, recipient };
    });
  fc.assert(
    fc.property(fc.array(notes), (drawn) => {
      const gathered = gatherNotes(drawn);
      const people = gathered.map(({ user_id, recipient }) => JSON.stringify([user_id, recipient]));
      assert.equal(new Set(people).size, people.length);
      const of = (all: PersonNote[], one: PersonNote) =>
        written(
          all.filter(({ user_id, recipient }) => user_id === one.user_id && recipient === one.recipient),
        );
      for (const one of drawn) assert.deepEqual(of(gathered, one), of(drawn, one));
    }),
  );
});
