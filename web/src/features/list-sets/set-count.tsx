import { Button } from '@mantine/core';
import type { SetCount } from '@pigeonpost/contract/calls/list-sets';
import { formatCount } from '../../format/format-number.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import css from './set-dialog.module.css';
import type { SetValues } from './set-form.ts';
import { countedWords, otherWords, partWords, uselessError } from './set-words.ts';

type SetCountPanelProps = {
  values: SetValues;
  count: SetCount | undefined;
  error: Error | null;
  onRetry: () => unknown;
};

/** Who would be in the new list, before it is made. */
export function SetCountPanel({ values, count, error, onRetry }: SetCountPanelProps) {
  if (count) {
    const wrong = uselessError(count, values);
    return (
      <div className={css.count} role="status">
        <span className={css.number}>{formatCount(count.people)}</span>
        <span>
          {countedWords(count, values)}
          {values.kind === 'split' && !wrong ? (
            <span className="note" dir="auto">
              {partWords(count, values)}
            </span>
          ) : null}
          <span className="note">{wrong ?? otherWords(count, values)}</span>
        </span>
      </div>
    );
  }
  if (error)
    return (
      <div className={css.count}>
        <p role="alert" className="grow">
          {failureLine(error, 'Failed to count the people')}
        </p>
        <Button variant="default" size="compact-sm" onClick={() => onRetry()}>
          Retry
        </Button>
      </div>
    );
  return (
    <div className={css.count} role="status">
      Counting…
    </div>
  );
}

type SetProgressProps = { progress: { added: number; people: number } | undefined };

/** While the new list is made. The server tells how far a long one has come. */
export function SetProgress({ progress }: SetProgressProps) {
  return (
    <div className={`${css.count} ${css.making}`}>
      <p role="status">
        {progress
          ? `${formatCount(progress.added)} of ${formatCount(progress.people)} people are in. All of them go in, or none.`
          : 'Making the list. All people go in, or none.'}
      </p>
      {progress ? (
        <RunProgress label="Making the list" done={progress.added} of={progress.people} />
      ) : (
        <RunProgress label="Making the list" />
      )}
    </div>
  );
}
