import { IconCalendar } from '@tabler/icons-react';
import css from './date-range-picker.module.css';

/** Stands where the calendar's field will be, in its size. */
export function PickerSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      <IconCalendar size={16} />
      <span className={css.skeletonLine} />
    </div>
  );
}
