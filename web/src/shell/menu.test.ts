import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isActiveItem, isSectionPage, MENU, menuOf, sectionOf } from './menu.ts';

const campaigns = MENU.flat().find(({ label }) => label === 'Campaigns');

test('an entry is active on its page and on every page below it, but not on pages with a similar name', () => {
  assert.ok(campaigns);
  assert.equal(isActiveItem(campaigns, '/campaigns'), true);
  assert.equal(isActiveItem(campaigns, '/campaigns/7'), true);
  assert.equal(isActiveItem(campaigns, '/campaigns-old'), false);
});

test('the section of an unknown page is Dashboard', () => {
  assert.equal(sectionOf('/lists/4'), 'Lists');
  assert.equal(sectionOf('/elsewhere'), 'Dashboard');
});

test('the header holds the h1 of list pages only', () => {
  assert.equal(isSectionPage('/lists'), true);
  assert.equal(isSectionPage('/lists/4'), false);
});

test('only administrators see User Management and the audit log', () => {
  const labels = (role: 'user' | 'admin') => menuOf(role).flatMap((group) => group.map(({ label }) => label));
  assert.deepEqual(labels('admin').slice(-2), ['User Management', 'Audit Log']);
  assert.equal(labels('user').at(-1), 'Settings');
});
