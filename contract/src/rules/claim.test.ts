import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  PLAIN_ACCOUNT,
  PLAIN_CAMPAIGN,
  PLAIN_PROFILE,
  PLAIN_RUNNING,
  PLAIN_SETTINGS,
  UNKNOWN_PERSON,
} from '../testing/plain-facts.ts';
import { type Candidate, type Claim, claim, keyOfLine, type LineToRead, type ReadLines } from './claim.ts';
import type { ClaimFacts, Running } from './due-senders.ts';
import type { RunningCampaign, Sender } from './facts.ts';
import { findSkip } from './person.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const SECOND = 1000;
const NEVER = Number.POSITIVE_INFINITY;

/** A campaign with all of its people: whose they are in a follow-up, and whether they wait to be tried again. */
interface Drawn {
  running: Running<Sender, RunningCampaign>;
  people: (Candidate & { whose: number | null })[];
}

const person = fc.record({
  is_on_do_not_contact: fc.boolean(),
  held_by: fc.option(fc.constantFrom(5, 77), { freq: 3 }),
  status: fc.constantFrom('pending', 'pending', 'pending', 'sent'),
  delivery: fc.option(fc.record({ is_settled: fc.boolean(), blanks: fc.constant(null) }), { freq: 2 }),
  whose: fc.option(fc.constantFrom(0, 1, 2, 3)),
});

const sender = (id: number) =>
  fc
    .record({
      is_at_work: fc.boolean(),
      next_send_at: fc.option(fc.constantFrom(NOW - SECOND, NOW, NOW + SECOND, NOW + 3_600 * SECOND)),
      agent_id: fc.option(fc.constantFrom(1, 2)),
      is_blocked: fc.boolean(),
    })
    .map(
      ({ is_blocked, ...own }): Sender => ({
        ...own,
        profile: { ...PLAIN_PROFILE, id, is_blocked: is_blocked && id % 2 === 0 },
        fault_until: null,
        own_cursor: 0,
      }),
    );

const drawnCampaign = (id: number): fc.Arbitrary<Drawn> =>
  fc
    .record({
      people: fc.array(person, { maxLength: 30 }),
      senders: fc.tuple(...[1, 2, 3].map((nth) => sender(id * 10 + nth))),
      is_follow_up: fc.boolean(),
      cap_day: fc.option(fc.integer({ min: 1, max: 4 })),
      canary: fc.option(fc.integer({ min: 0, max: 4 })),
      mark: fc.integer({ min: 20, max: 40 }),
      handed_out: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ people, senders, is_follow_up, cap_day, canary, mark, handed_out }) => ({
      running: {
        ...PLAIN_RUNNING,
        campaign: { ...PLAIN_CAMPAIGN, id, is_follow_up, cap_day },
        list_id: id,
        mark,
        canary,
        day: cap_day === null ? null : { day: '2026-11-02', begun: 1, counted_at: null },
        handed_out,
        senders,
      },
      people: people.map(({ is_on_do_not_contact, whose, ...one }, place) => ({
        ...one,
        // A name may stand in the lists of both campaigns: it is one recipient.
        id: place,
        position: place + 1,
        person: { ...UNKNOWN_PERSON, recipient: `name${place}`, is_on_do_not_contact },
        fields: null,
        source: null,
        whose: is_follow_up ? (whose === 0 || whose === null ? 0 : id * 10 + whose) : null,
      })),
    }));

const drawn = fc.record({
  campaigns: fc.tuple(drawnCampaign(5), drawnCampaign(6)),
  capacity: fc.integer({ min: 0, max: 6 }),
  cap_day: fc.option(fc.integer({ min: 1, max: 5 })),
  any_machine: fc.boolean(),
});

type Scene = typeof drawn extends fc.Arbitrary<infer Of> ? Of : never;

function factsOf({ campaigns, capacity, cap_day, any_machine }: Scene): ClaimFacts {
  return {
    account: { ...PLAIN_ACCOUNT, settings: { ...PLAIN_SETTINGS, cap_day } },
    running: campaigns.map(({ running }) => running),
    day: cap_day === null ? null : { day: '2026-11-02', begun: 1, counted_at: null },
    handed_out: 0,
    agent_id: 1,
    any_machine,
    capacity,
  };
}

/** Claims until nothing more has to be read; `atOnce`: how many a read gives at most, in place of what is asked. */
function claimAll(scene: Scene, atOnce?: number) {
  const lines: ReadLines = new Map();
  const reads: LineToRead[] = [];
  for (;;) {
    const found = claim(factsOf(scene), lines, NOW);
    if ('chosen' in found) return { claimed: found, reads };
    for (const line of found) read(line);
    assert.ok(reads.length < 500, 'it reads without end');
  }

  function read(line: LineToRead): void {
    reads.push(line);
    const { campaign_id, whose, is_retry, after, mark } = line;
    const most = atOnce ?? line.most;
    const people = (scene.campaigns.find(({ running }) => running.campaign.id === campaign_id)?.people ?? [])
      .filter((one) => one.whose === whose)
      .filter(({ id, position, delivery, status }) =>
        is_retry
          ? delivery !== null && id > after
          : status === 'pending' && (position ?? 0) > after && (position ?? 0) <= mark,
      )
      .slice(0, most);
    const before = lines.get(keyOfLine(line))?.people ?? [];
    lines.set(keyOfLine(line), { people: [...before, ...people], is_end: people.length < most });
  }
}

const each = (check: (scene: Scene, claimed: Claim<Sender, RunningCampaign>) => void) =>
  fc.assert(
    fc.property(drawn, (scene) => check(scene, claimAll(scene).claimed)),
    { numRuns: 1_000 },
  );

test('nobody is handed out who has a reason, is held, has had their turn, or is handed out already', () => {
  each(({ campaigns }, { chosen }) => {
    for (const { running, recipient_id } of chosen) {
      const of = campaigns.find((one) => one.running === running);
      const one = of?.people.find(({ id }) => id === recipient_id);
      assert.ok(one);
      const judging = { account: PLAIN_ACCOUNT, campaign: running.campaign, blanks: null, now: NOW };
      assert.equal(findSkip(one.person, judging), null);
      assert.deepEqual([one.held_by, one.status], [null, 'pending']);
      if (one.delivery && !one.delivery.is_settled) assert.ok((one.position ?? 0) <= (running.mark ?? 0));
    }
    assert.equal(new Set(chosen.map(({ recipient_id }) => recipient_id)).size, chosen.length);
  });
});

test('each profile gets one at most, of its own people or of those for all, in the order of their turns', () => {
  each(({ campaigns, any_machine }, { chosen }) => {
    assert.equal(new Set(chosen.map(({ sender: { profile } }) => profile.id)).size, chosen.length);
    const turns = chosen.map(
      ({ sender: { next_send_at, profile } }) => [next_send_at ?? -1, profile.id] as const,
    );
    assert.deepEqual(
      turns,
      [...turns].sort(([at, id], [other, otherId]) => at - other || id - otherId),
    );
    for (const { running, sender: by, recipient_id } of chosen) {
      assert.ok(running.senders.includes(by));
      const { whose } = campaigns.find((one) => one.running === running)?.people[recipient_id] ?? {};
      assert.ok(whose === null || whose === 0 || whose === by.profile.id);
      assert.ok(!by.is_at_work && !by.profile.is_blocked);
      assert.ok(any_machine || by.agent_id !== 2);
      // Later than any pause: a wrong clock set it.
      assert.notEqual(by.next_send_at, NOW + SECOND);
    }
  });
});

test('no more are handed out than the call takes, and the caps and the canary let', () => {
  each(({ campaigns, capacity, cap_day }, { chosen }) => {
    assert.ok(chosen.length <= Math.min(capacity, cap_day === null ? NEVER : cap_day - 1));
    for (const { running, people } of campaigns) {
      const own = chosen.filter((one) => one.running === running);
      const { cap_day: cap } = running.campaign;
      const room = cap === null ? NEVER : Math.max(0, cap - 1 - (running.handed_out ?? 0));
      assert.ok(own.length <= room, `${own.length} of ${room}`);
      const isNew = own.filter(({ recipient_id }) => people[recipient_id]?.delivery === null);
      assert.ok(isNew.length <= (running.canary ?? NEVER));
    }
  });
});

test('however many are read at once, the claim is the same', () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 40 }), (scene, atOnce) => {
      assert.deepEqual(claimAll(scene, atOnce).claimed, claimAll(scene).claimed);
    }),
    { numRuns: 500 },
  );
});

test('whoever a line has left behind was handed out, passed over, or had their turn', () => {
  each(({ campaigns }, { chosen, passed_over, cursors }) => {
    for (const { campaign_id, whose, cursor } of cursors) {
      const of = campaigns.find(({ running }) => running.campaign.id === campaign_id);
      for (const one of of?.people ?? []) {
        if (one.whose !== whose || one.status !== 'pending' || (one.position ?? 0) > cursor) continue;
        const isGiven = chosen.some(
          ({ running, recipient_id }) => running === of?.running && recipient_id === one.id,
        );
        const isPassed = passed_over.some(
          (passed) => passed.campaign_id === campaign_id && passed.recipient_id === one.id,
        );
        assert.ok(isGiven || isPassed || one.delivery, `${one.id} of ${campaign_id} is lost`);
      }
    }
  });
});

test('a claim passes over five hundred and ends, so that the next one goes on', () => {
  const people = Array.from({ length: 600 }, (_, place) => ({
    id: place,
    position: place + 1,
    status: 'pending',
    held_by: null,
    person: { ...UNKNOWN_PERSON, recipient: `name${place}`, is_on_do_not_contact: true },
    fields: null,
    source: null,
    delivery: null,
    whose: null,
  }));
  const [scene] = fc.sample(drawn, { numRuns: 1, seed: 1 });
  assert.ok(scene);
  const [{ running }] = scene.campaigns;
  const free: Sender = {
    profile: { ...PLAIN_PROFILE, id: 51 },
    agent_id: 1,
    is_at_work: false,
    next_send_at: null,
    fault_until: null,
    own_cursor: 0,
  };
  const campaign = { ...PLAIN_CAMPAIGN, id: 5 };
  const only: Drawn = { running: { ...running, campaign, mark: 600, canary: null, senders: [free] }, people };
  const { claimed, reads } = claimAll({
    ...scene,
    campaigns: [only, { running: { ...running, campaign: { ...campaign, id: 6 }, senders: [] }, people: [] }],
    capacity: 3,
    cap_day: null,
  });
  assert.deepEqual([claimed.chosen, claimed.is_cut, claimed.over], [[], true, []]);
  assert.equal(claimed.passed_over.length, 500);
  assert.deepEqual(claimed.cursors, [{ campaign_id: 5, whose: null, cursor: 500 }]);
  assert.ok(reads.length < 15, `${reads.length} reads`);
});
