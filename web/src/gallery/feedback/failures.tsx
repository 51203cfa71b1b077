import { Button } from '@mantine/core';
import { useState } from 'react';
import { PartBoundary } from '../../ui/feedback/lazy-part.tsx';
import { PartFailure, RouteFailure } from '../../ui/feedback/part-failure.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';

/** The part in place of code that failed to load, or broke. */
export const failures: PartStates[] = [
  {
    part: 'PartFailure',
    states: {
      'A dialog that was not fetched': (
        <div className={css.window}>
          <PartFailure isFetch place="overlay" onRetry={doNothing} onClose={doNothing} />
        </div>
      ),
      'A menu that broke': (
        <div className={css.window}>
          <PartFailure isFetch={false} place="overlay" onRetry={doNothing} />
        </div>
      ),
      'A screen that was not fetched': <PartFailure isFetch place="screen" onRetry={doNothing} />,
    },
  },
  {
    part: 'RouteFailure',
    states: { 'A screen that broke': <RouteFailure error={undefined} reset={doNothing} /> },
  },
  {
    part: 'PartBoundary',
    states: {
      'A part that breaks when it is pressed': (
        <div className={css.window}>
          <PartBoundary>
            <div className={css.padded}>
              <Breaks />
            </div>
          </PartBoundary>
        </div>
      ),
    },
  },
];

function Breaks() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('Broken on purpose, in the gallery');
  return (
    <Button variant="default" onClick={() => setBroken(true)}>
      Break it
    </Button>
  );
}
