import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import css from './date-range-picker.module.css';

type Dates = [start: string | null, end: string | null];

export type DateRange = {
  /** 'YYYY-MM-DD', or undefined if the range is open. */
  start: string | undefined;
  end: string | undefined;
  /** The last day that can be picked. */
  today: string;
  /** Whether the given dates are no range. */
  isInvalid: boolean;
  onChange: (dates: { start_date: string | undefined; end_date: string | undefined }) => void;
};

type DateRangePickerProps = DateRange & {
  /** Whether it replaces a field that was pressed. */
  opensAtOnce: boolean;
};

const INPUT_ID = 'dashboard-dates';

/** A filter by date: two days, or one, which becomes an open range when the calendar closes. */
export function DateRangePicker({ opensAtOnce, ...range }: DateRangePickerProps) {
  const { start, end, today, isInvalid, onChange } = range;
  const field = useRef<HTMLButtonElement>(null);
  const hasOpened = useRef(false);
  useEffect(() => {
    // A second press would close it, because strict mode runs effects twice.
    if (!opensAtOnce || hasOpened.current) return;
    hasOpened.current = true;
    // The focus was lost with the pressed button.
    field.current?.focus();
    field.current?.click();
  }, [opensAtOnce]);
  const [picked, setPicked] = useState<Dates>();
  const given: Dates = isInvalid ? [null, null] : [start ?? null, end ?? null];
  const shown = picked ?? given;
  const change = (dates: Dates) => {
    const [from, to] = dates;
    // Mantine empties a range of one day when it closes; only its own button clears the field.
    if (!from) return;
    if (!to) return setPicked(dates);
    setPicked(undefined);
    onChange({ start_date: from, end_date: to });
  };
  const close = () => {
    if (!picked?.[0]) return;
    setPicked(undefined);
    onChange({ start_date: picked[0], end_date: undefined });
  };
  const clear = () => {
    setPicked(undefined);
    onChange({ start_date: undefined, end_date: undefined });
  };
  return (
    <DatePickerInput
      ref={field}
      type="range"
      id={INPUT_ID}
      className={css.picker}
      classNames={{ day: css.day ?? '', calendarHeaderLevel: css.level ?? '' }}
      aria-label={`Date range: ${words(shown) || 'Select date range'}`}
      placeholder="Select date range"
      leftSection={<IconCalendar size={16} />}
      valueFormat="DD/MM/YYYY"
      valueFormatter={() => words(shown)}
      value={shown}
      onChange={change}
      error={isInvalid ? 'Date input not valid.' : undefined}
      maxDate={today}
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the dates', onClick: clear }}
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      popoverProps={{
        id: INPUT_ID,
        portalProps: { target: '#overlays' },
        transitionProps: { duration: 100 },
        onClose: close,
      }}
    />
  );
}

function words([start, end]: Dates): string {
  if (start && end) return `${shortDate(start)} – ${shortDate(end)}`;
  if (start) return `from ${shortDate(start)}`;
  return end ? `until ${shortDate(end)}` : '';
}

/** 'dd/MM/yyyy' of 'YYYY-MM-DD'. */
function shortDate(day: string): string {
  return day.split('-').reverse().join('/');
}
