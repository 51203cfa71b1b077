import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CAMPAIGN_STATUSES, DELIVERY_STATES } from '../campaigns.ts';
import { type EditedCampaign, judgePutBack, judgeTakeOut, type PersonFacts } from './take-out.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');

const campaigns: fc.Arbitrary<EditedCampaign> = fc.record({
  status: fc.constantFrom(...CAMPAIGN_STATUSES),
  is_marked: fc.boolean(),
  is_undoable: fc.boolean(),
});
const people: fc.Arbitrary<PersonFacts> = fc.record({
  state: fc.option(fc.constantFrom(...DELIVERY_STATES)),
  is_taken_out: fc.boolean(),
  is_pending: fc.boolean(),
  is_free: fc.boolean(),
  is_of_list: fc.boolean(),
  is_before_mark: fc.boolean(),
});

const forAll = (holds: (campaign: EditedCampaign, person: PersonFacts) => void) =>
  fc.assert(fc.property(campaigns, people, holds), { numRuns: 1000 });

const hasEnded = ({ status }: EditedCampaign) => status === 'completed' || status === 'failed';

test('nobody is taken out who is being sent to, has a result, or of a campaign that has ended', () => {
  forAll((campaign, person) => {
    const change = judgeTakeOut(campaign, person);
    assert.equal(change === 'being_sent', person.state === 'sending');
    if (change === null || change === 'being_sent') return;
    assert.ok(!hasEnded(campaign));
    assert.ok([null, 'leased', 'waiting'].includes(person.state));
    assert.deepEqual([change.state, change.is_taken_out], ['skipped', true]);
  });
});

test('only who was taken out by hand, and is still free for this campaign, is put back', () => {
  forAll((campaign, person) => {
    const change = judgePutBack(campaign, person, NOW);
    if (change === null) return;
    assert.ok(!hasEnded(campaign) && person.state === 'skipped' && person.is_taken_out);
    assert.ok(person.is_pending && person.is_free && person.is_of_list && person.is_before_mark);
    // A claim may have passed over their place: without a row nobody would come back to it.
    if (change === 'forget') assert.ok(!campaign.is_marked || campaign.is_undoable);
    else assert.deepEqual([change.state, change.retry_at], ['waiting', NOW]);
  });
});

test('who is taken out can be put back', () => {
  forAll((campaign, person) => {
    const out = judgeTakeOut(campaign, person);
    if (out === null || out === 'being_sent') return;
    const after = {
      is_taken_out: true,
      is_pending: true,
      is_free: true,
      is_of_list: true,
      is_before_mark: true,
    };
    assert.notEqual(judgePutBack(campaign, { ...after, state: out.state }, NOW), null);
  });
});
