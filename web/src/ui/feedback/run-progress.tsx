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
