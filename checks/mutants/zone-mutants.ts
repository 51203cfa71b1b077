import type { Mutant } from './mutant.ts';

/** Defects in what the clocks of a zone show (docs/engine.md#time-zones). */
export const ZONE_MUTANTS: readonly Mutant[] = [
  {
    name: 'of a time that comes twice it is the second',
    file: 'server/functions/engine/time-zones.sql',
    edits: [['wall - greatest(', 'wall - least(']],
    tests: ['server/src/database/time-zones.test.ts'],
  },
  {
    name: 'zones of older data take the place of newer ones',
    file: 'server/src/database/time-zones.ts',
    edits: [
      ['(version > $1 or version = $1 and known_until >= $2)', 'version = $1 and known_until >= $2'],
      [
        'where (time_zones.version, time_zones.known_until) < (excluded.version, excluded.known_until)',
        'where true',
      ],
    ],
    tests: ['server/src/database/time-zones.test.ts'],
  },
];
