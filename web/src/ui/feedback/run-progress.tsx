import css from './run-progress.module.css';

type RunProgressProps = {
  /** What goes on, for its accessible name: 'Deleting recipients'. */
  label: string;
  /** Left out where the progress is unknown. */
  done?: number;
  of?: number;
};

/** The progress of something that takes a while. */
export function RunProgress({ label, done, of }: RunProgressProps) {
  return <progress className={css.bar} aria-label={label} max={of} value={done} />;
}
