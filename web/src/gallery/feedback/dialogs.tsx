import { DialogFrame, type DialogSize } from '../../ui/feedback/dialog-frame.tsx';
import { OpensDialog } from '../opens-dialog.tsx';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME, LONG_WORD } from '../samples.ts';

/** The use of each width; the compiler demands an entry for each. */
const WIDTHS: Record<DialogSize, string> = {
  table: 'For a table, 840',
  wide: 'For a form, 560',
  narrow: 'For a few fields, 440',
};

/** Dialogs without a form. */
export const dialogs: PartStates[] = [
  {
    part: 'DialogFrame',
    note: 'Full screen on phones; Escape, the cross and a press outside close it.',
    states: {
      ...Object.fromEntries(
        (Object.keys(WIDTHS) as DialogSize[]).map((size) => [
          WIDTHS[size],
          <OpensDialog key={size} label={`Open ${size}`}>
            {(onClose) => (
              <DialogFrame title="Recipients that were left out" size={size} onClose={onClose}>
                <p>Twelve names were on do-not-contact already.</p>
              </DialogFrame>
            )}
          </OpensDialog>,
        ]),
      ),
      'Longer than the window': (
        <OpensDialog label="Open long">
          {(onClose) => (
            <DialogFrame title={LONG_NAME} onClose={onClose}>
              {Array.from({ length: 60 }, (_, line) => `${line + 1}. ${LONG_WORD}`).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </DialogFrame>
          )}
        </OpensDialog>
      ),
    },
  },
];
