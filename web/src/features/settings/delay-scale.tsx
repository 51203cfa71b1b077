import { RECOMMENDED_DELAY_SECONDS } from '@pigeonpost/contract/account/settings';
import { formatDuration } from '../../format/format-time.ts';
import css from './settings.module.css';

type DelayScaleProps = { start: number; end: number; limits: { delay_min: number; delay_max: number } };

/** The delays on the scale between the limits, and the recommended band. */
export function DelayScale({ start, end, limits }: DelayScaleProps) {
  const { from, to } = RECOMMENDED_DELAY_SECONDS;
  const place = (seconds: number) => placeOf(seconds, limits);
  const isThere = end >= start && start >= limits.delay_min && end <= limits.delay_max;
  const [middle, half] = [(place(from) + place(to)) / 2, 100];
  return (
    <div className={css.scale} aria-hidden="true">
      <div className={css.track}>
        <span className={css.recommended} style={{ left: `${place(from)}%`, right: `${100 - place(to)}%` }} />
        {isThere ? (
          <span className={css.chosen} style={{ left: `${place(start)}%`, right: `${100 - place(end)}%` }} />
        ) : null}
      </div>
      <div className={`${css.delays} note`}>
        <span>{formatDuration(limits.delay_min)}</span>
        <span
          className={css.middle}
          style={{ left: `clamp(${half}px, ${middle}%, calc(100% - ${half}px))` }}
        >{`Recommended ${from}–${to}`}</span>
        <span>{formatDuration(limits.delay_max)}</span>
      </div>
    </div>
  );
}

/**
 * The position of a delay on the scale, 0 to 100, by its logarithm: half a minute and a minute are as far apart as half
 * an hour and an hour.
 */
function placeOf(seconds: number, { delay_min, delay_max }: DelayScaleProps['limits']): number {
  const log = (value: number) => Math.log(value + 1);
  const share = (log(Math.max(seconds, 0)) - log(delay_min)) / (log(delay_max) - log(delay_min));
  return 100 * Math.min(1, Math.max(0, share));
}
