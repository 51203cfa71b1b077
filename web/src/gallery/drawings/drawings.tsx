import { Drawing, type DrawingName } from '../../ui/drawings/drawing.tsx';
import type { PartStates } from '../part-states.tsx';

/** The missing thing at each drawing's place; the compiler demands an entry for each drawing. */
const PLACES: Record<DrawingName, string> = {
  answers: 'no ticket',
  cards: 'no list',
  envelope: 'no recipient',
  glass: 'nothing matches',
  letter: 'no template',
  letterbox: 'no active profile',
  loft: 'no Firefox profile',
  people: 'no user',
  wire: 'no profile',
};

/** All drawings. */
export const drawings: PartStates[] = [
  {
    part: 'Drawing',
    states: Object.fromEntries(
      (Object.keys(PLACES) as DrawingName[]).map((name) => [
        `${name}: ${PLACES[name]}`,
        <Drawing key={name} of={name} />,
      ]),
    ),
  },
];
