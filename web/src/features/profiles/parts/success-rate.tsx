import { successTone } from '../../../format/format-number.ts';
import css from './success-rate.module.css';

/** '99.5%' in its colour; '–' without tries. */
export function SuccessRate({ percent, attempts }: { percent: number; attempts: number }) {
  if (attempts === 0) return <span className={css.none}>–</span>;
  return (
    <span className={`${css.rate} name`} data-tone={successTone(percent)}>
      {percent.toFixed(1)}%
    </span>
  );
}
