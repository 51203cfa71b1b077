import { RunProgress, Waiting } from '../../ui/feedback/run-progress.tsx';
import type { PartStates } from '../part-states.tsx';

/** Progress of long tasks. */
export const progress: PartStates[] = [
  {
    part: 'RunProgress',
    states: {
      'Just begun': <RunProgress label="Deleting recipients" done={0} of={40} />,
      'Under way': <RunProgress label="Deleting recipients" done={14} of={40} />,
      Done: <RunProgress label="Deleting recipients" done={40} of={40} />,
      'Of unknown length': <RunProgress label="Importing" />,
    },
  },
  {
    part: 'Waiting',
    note: 'Nothing for 150 ms, then a bar.',
    states: { 'A screen that is fetched': <Waiting label="Loading campaign" /> },
  },
];
