import { useState } from 'react';
import { now, useNow } from '../../../clock.ts';
import { formatNoun } from '../../../ui/format-number.ts';
import { formatCountdown } from '../../../ui/format-time.ts';
import { RunProgress } from '../../../ui/run-progress.tsx';
import css from './import.module.css';

/** While the server takes the names in: that it goes on, and for how long already. */
export function ImportRunning({ count }: { count: number }) {
  const [started] = useState(now);
  const seconds = Math.max(0, Math.floor((useNow() - started) / 1000));
  return (
    <div className={css.running}>
      <p role="status">Importing {formatNoun(count, 'recipient')}. All of them go in, or none.</p>
      <span className={css.clock} role="timer">
        {formatCountdown(seconds)}
      </span>
      <RunProgress label="Importing" />
    </div>
  );
}
