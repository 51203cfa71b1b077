import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMachines, machineTrouble } from './format-machines.ts';

const NOW = Date.parse('2026-09-14T12:00:00Z');
const mac = { machine_name: 'studio-mac', connected: true, last_seen_at: '2026-09-14T12:00:00Z' };
const laptop = { machine_name: 'kiln-laptop', connected: false, last_seen_at: '2026-09-14T09:00:00Z' };

test('one machine is named with its state, more are counted', () => {
  assert.equal(formatMachines([mac], [], NOW), 'studio-mac is connected');
  assert.equal(formatMachines([laptop], [], NOW), 'kiln-laptop was last seen 3 h ago');
  assert.equal(formatMachines([{ ...laptop, last_seen_at: null }], [], NOW), 'kiln-laptop was never seen');
  assert.equal(formatMachines([mac, laptop], [], NOW), '1 of 2 machines is connected');
});

test('approved machines that have not come are named', () => {
  assert.equal(formatMachines([], [laptop], NOW), 'kiln-laptop was approved and has not come yet');
  assert.equal(
    formatMachines([mac], [laptop, { machine_name: 'attic' }], NOW),
    'studio-mac is connected; kiln-laptop and attic were approved and have not come yet',
  );
});

test('only machines with an old agent are named for the download', () => {
  const old = { machine_name: 'attic', newer_version: '0.9.0' };
  assert.equal(machineTrouble([{ ...mac, newer_version: null }]), undefined);
  assert.match(machineTrouble([{ ...mac, newer_version: null }, old]) ?? '', /for attic$/);
});
