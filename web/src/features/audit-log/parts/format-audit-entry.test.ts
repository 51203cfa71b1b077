import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldChanges, formatAuditEntry } from './format-audit-entry.ts';

const line = { subject_name: null, before: null, after: null };

test('a line is a sentence about the change', () => {
  assert.equal(formatAuditEntry({ ...line, kind: 'session', action: 'deleted' }), 'Signed out');
  assert.equal(
    formatAuditEntry({ ...line, kind: 'campaign', action: 'changed', subject_name: 'Kiln' }),
    'Campaign Kiln changed',
  );
  assert.equal(
    formatAuditEntry({ ...line, kind: 'do_not_contact', action: 'created', after: { names: 3 } }),
    '3 names put on do-not-contact',
  );
  assert.equal(
    formatAuditEntry({ ...line, kind: 'do_not_contact', action: 'deleted', subject_name: 'ada' }),
    '@ada taken off do-not-contact',
  );
  const one = { names: 1, hashes: ['0a1b2c3d'] };
  assert.equal(
    formatAuditEntry({ ...line, kind: 'do_not_contact', action: 'created', after: one }),
    '1 name (0a1b2c3d) put on do-not-contact',
  );
  assert.equal(
    formatAuditEntry({
      ...line,
      kind: 'do_not_contact',
      action: 'deleted',
      before: { ...one, erased: true },
    }),
    '1 name (0a1b2c3d) left do-not-contact because of an erasure',
  );
});

test('a change lists its fields, before and after', () => {
  const before = { is_active: true, subscription_end_date: null };
  const after = { is_active: false, subscription_end_date: 'soon' };
  assert.deepEqual(fieldChanges({ ...line, kind: 'user', action: 'changed', before, after }), [
    { field: 'is active', before: 'yes', after: 'no' },
    { field: 'subscription end date', before: '–', after: 'soon' },
  ]);
  const counted = { delete: 2, search: '' };
  assert.deepEqual(fieldChanges({ ...line, kind: 'recipients', action: 'changed', after: counted }), [
    { field: 'delete', before: undefined, after: '2' },
  ]);
});

test('hours and quiet dates are said as everywhere else', () => {
  const before = { hours: null, quiet_dates: '{}' };
  const after = {
    hours: '{[0,120),[540,1080),[1980,2520),[9960,10080)}',
    quiet_dates: '{[2026-12-24,2027-01-02),[2027-05-17,2027-05-18)}',
  };
  assert.deepEqual(fieldChanges({ ...line, kind: 'settings', action: 'changed', before, after }), [
    { field: 'hours', before: '–', after: 'Mon–Tue 09:00–18:00, Sun 22:00–02:00' },
    { field: 'quiet dates', before: '–', after: '24-12-2026 to 01-01-2027, 17-05-2027' },
  ]);
});
