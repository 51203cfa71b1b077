import { useDelayed } from './delayed.ts';
import css from './run-progress.module.css';

type RunProgressProps = {
  /** The task, for its accessible name: 'Deleting recipients'. */
  label: string;
  /** Left out if the progress is unknown. */
  done?: number;
  of?: number;
};

/** The progress of a long task. */
export function RunProgress({ label, done, of }: RunProgressProps) {
  return <progress className={css.bar} aria-label={label} max={of} value={done} />;
}

/** In place of a screen that cannot be laid out yet; nothing at all if the answer comes at once. */
export function Waiting({ label }: { label: string }) {
  return useDelayed(true) ? <RunProgress label={label} /> : null;
}
