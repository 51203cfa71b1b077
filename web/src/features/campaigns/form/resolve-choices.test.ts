import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { type Choices, type OwnParts, resolveChoices } from './resolve-choices.ts';

const template = { id: 1, name: 'Hello', content: 'Hi' } as Template;
const list = { id: 2, name: 'Neighbours' } as List;
const profile = (id: number, change: Partial<Profile> = {}) => ({ id, is_active: 1, ...change }) as Profile;
const taken = profile(4, { running_campaign: { id: 8, name: 'Kiln open' } });

const NOTHING: Choices = { template: undefined, list: undefined, profile_ids: undefined };

/** What is chosen where the server has these parts, and no others. */
function resolve(chosen: Partial<Choices>, own?: OwnParts) {
  return resolveChoices(
    { ...NOTHING, ...chosen },
    {
      preset: { template, list: undefined, profile_ids: [3] },
      known: {
        templates: { things: [template], total: 1 },
        lists: { things: [list], total: 1 },
        profiles: { things: [profile(3), taken], total: 2 },
      },
      own,
    },
  );
}

test('what was not chosen is what is chosen beforehand', () => {
  const { template: chosen, profile_ids } = resolve({});
  assert.deepEqual([chosen, profile_ids], [template, [3]]);
});

test('a profile that another campaign took, or that was deleted, is chosen no longer', () => {
  assert.deepEqual(resolve({ profile_ids: [3, 4, 5] }).profile_ids, [3]);
  const own: OwnParts = {
    campaign_id: 8,
    template,
    list_id: list.id,
    profile_ids: [4],
    leave_out: null,
    is_follow_up: false,
  };
  assert.deepEqual(resolve({ profile_ids: [3, 4] }, own).profile_ids, [3, 4], 'a campaign keeps its own');
});

test('a part that was deleted elsewhere is named', () => {
  const gone = resolve({ list: { id: 9, name: 'Bought a mug' } as List });
  assert.deepEqual([gone.list, gone.gone.list], [undefined, 'Bought a mug']);
  assert.deepEqual(resolve({ list }).gone, { template: undefined, list: undefined });
});
