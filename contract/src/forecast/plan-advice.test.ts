import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOf } from './plan-advice.ts';

type Advised = Parameters<typeof adviceOf>[0];

/** The overlap that is advised of where a campaign starts at a moment and its profile is in Kiln open from nine to ten. */
function overlapAt(start_at: string | null): string | undefined {
  const busy = [{ campaign: 'Kiln open', from: '2026-09-14T09:00:00Z', until: '2026-09-14T10:00:00Z' }];
  const inputs = {
    as_of: '2026-09-14T08:00:00Z',
    time_zone: 'UTC',
    start_at,
    not_after: null,
    hours: [],
    campaign_hours: null,
    profiles: [{ busy, warm_up_day: 1 }],
  };
  const advised = {
    plan: { will: 5, look: [], profiles: [{ profile_name: 'shop', sent: 99, problem: null }], inputs },
    inputs,
    forecast: {
      starts_at: start_at ?? inputs.as_of,
      first_at: null,
      ends_at: '2026-09-15T10:00:00Z',
      late: null,
      unreached: 0,
      days: [],
    },
    hasAgent: true,
  };
  return adviceOf(advised as unknown as Advised).find(({ kind }) => kind === 'overlap')?.text;
}

test('another campaign of its profile is advised of, unless that is forecast to end before the start', () => {
  assert.equal(overlapAt(null), 'shop is also planned in Kiln open, which starts 14-09-2026 09:00.');
  assert.equal(
    overlapAt('2026-09-14T09:30:00Z'),
    'shop is also planned in Kiln open, which is forecast to end 14-09-2026 10:00.',
  );
  assert.equal(overlapAt('2026-09-14T10:00:00Z'), undefined);
});
