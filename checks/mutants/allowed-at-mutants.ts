import type { Mutant } from './mutant.ts';

const ALLOWED_AT = 'contract/src/rules/allowed-at.ts';

/** When pages say that something is sent next (docs/engine.md#sending-hours). */
export const ALLOWED_AT_MUTANTS: readonly Mutant[] = [
  {
    name: 'the next moment is sought on the day of a change of the clock as on any other',
    file: 'contract/src/open-hours.ts',
    edits: [['const found = isEven\n', 'const found = isEven || true\n']],
    tests: ['contract/src/open-hours.test.ts'],
  },
  {
    name: 'a full profile goes on while its campaign may not',
    file: ALLOWED_AT,
    edits: [
      [
        'return below <= ofCampaign ? ofCampaign : allowedAt(times, below);',
        'return Math.max(below, ofCampaign);',
      ],
    ],
    tests: ['contract/src/rules/allowed-at.test.ts'],
  },
  {
    name: 'a page promises a message within the countdown',
    file: ALLOWED_AT,
    edits: [['Math.max(starts, ...below)', 'Math.max(now, ...below)']],
    tests: ['contract/src/rules/allowed-at.test.ts'],
  },
  {
    name: 'a page promises a message after the last moment of its campaign',
    file: ALLOWED_AT,
    edits: [['opens !== undefined && isBeforeLast(campaign, opens + CLAIM_MS)', 'opens !== undefined']],
    tests: ['contract/src/rules/allowed-at.test.ts'],
  },
  {
    name: 'a page promises a message as soon as half ends, whatever the cap',
    file: 'contract/src/rules/caps.ts',
    edits: [['? slow_until : ends;', '? slow_until : slow_until;']],
    tests: ['contract/src/rules/allowed-at.test.ts'],
  },
];
