import { Button } from '@mantine/core';
import type { ToastKind } from '../../ui/feedback/toast.ts';
import { toast } from '../../ui/feedback/toast.ts';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, FAILED, LONG_NAME, LONG_RIGHT_TO_LEFT, LONG_WORD, REFUSED } from '../samples.ts';

/** Shows a toast of each kind; the compiler demands an entry for each. */
const SHOW: Record<ToastKind, () => void> = {
  success: () => toast.success('Template saved.'),
  warning: () => toast.warning('Three names were left out.'),
  error: () => toast.failure(FAILED, 'Failed to save template'),
  conflict: () => toast.failure(REFUSED, 'Failed to start campaign'),
  undo: () => toast.undo('Template deleted.', () => toast.success('Template is back.')),
  loading: () => void toast.loading('Exporting the log…'),
};

/** Toasts of every kind. */
export const toasts: PartStates[] = [
  {
    part: 'Toasts',
    note: 'A press shows one at the bottom left, on phones at the top.',
    states: {
      'Of every kind': (
        <div className={css.row}>
          {Object.entries(SHOW).map(([kind, show]) => (
            <Button key={kind} variant="default" onClick={show}>
              Toast: {kind}
            </Button>
          ))}
        </div>
      ),
      'That end what was loading': (
        <div className={css.row}>
          <Button
            variant="default"
            onClick={() => toast.loading('Exporting…').success('The log is exported.')}
          >
            Toast: loaded
          </Button>
          <Button
            variant="default"
            onClick={() => toast.loading('Exporting…').error('Failed to export', 'The disk is full.')}
          >
            Toast: failed to load
          </Button>
        </div>
      ),
      'Long and right to left': (
        <div className={css.row}>
          <Button variant="default" onClick={() => toast.error(LONG_WORD, LONG_NAME)}>
            Toast: long
          </Button>
          <Button variant="default" onClick={() => toast.undo(LONG_RIGHT_TO_LEFT, doNothing)}>
            Toast: right to left
          </Button>
        </div>
      ),
    },
  },
];
