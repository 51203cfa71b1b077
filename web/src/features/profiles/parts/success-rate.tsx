import css from './success-rate.module.css';

const GOOD = 80;
const FAIR = 60;

/** The colour of a success rate: 80 and above green, 60 and above yellow, otherwise red. */
function successTone(percent: number): 'completed' | 'paused' | 'failed' {
  if (percent >= GOOD) return 'completed';
  return percent >= FAIR ? 'paused' : 'failed';
}

/** '99.5%' in its colour; '–' where nothing was tried. */
export function SuccessRate({ percent, attempts }: { percent: number; attempts: number }) {
  if (attempts === 0) return <span className={css.none}>–</span>;
  return (
    <span className={css.rate} data-tone={successTone(percent)}>
      {percent.toFixed(1)}%
    </span>
  );
}
