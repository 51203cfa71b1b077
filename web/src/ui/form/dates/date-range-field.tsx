import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../feedback/lazy-part.tsx';
import css from './date-range-picker.module.css';
import type { DateRange } from './date-range-picker.tsx';

const DateRangePicker = lazyPart(() => import('./date-range-picker.tsx').then((m) => m.DateRangePicker));

/** The days of what a screen shows. The calendar, 58 kB, loads if dates are given or with the first press. */
export function DateRangeField(range: DateRange) {
  const [isPressed, setPressed] = useState(false);
  const isGiven = range.start !== undefined || range.end !== undefined || range.isInvalid;
  if (!isGiven && !isPressed) return <EmptyField onPress={() => setPressed(true)} />;
  return (
    <DateRangePicker
      {...range}
      opensAtOnce={isPressed}
      fallback={isPressed ? <EmptyField /> : <PickerSkeleton />}
    />
  );
}

function EmptyField({ onPress }: { onPress?: () => void }) {
  return (
    <button
      type="button"
      className={css.empty}
      aria-label="Date range: Select date range"
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={onPress}
    >
      <IconCalendar size={16} aria-hidden="true" />
      Select date range
    </button>
  );
}

/** A placeholder for the calendar's field, in its size. */
function PickerSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      <IconCalendar size={16} />
      <span className={css.skeletonLine} />
    </div>
  );
}
