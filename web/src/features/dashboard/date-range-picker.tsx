import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import css from './date-range-picker.module.css';

type Dates = [start: string | null, end: string | null];

type DateRangePickerProps = {
  /** 'YYYY-MM-DD', or undefined where the range is open. */
  start: string | undefined;
  end: string | undefined;
  /** The last day that can be picked. */
  today: string;
  /** Whether the dates given are no range. */
  isInvalid: boolean;
  onChange: (dates: { start_date: string | undefined; end_date: string | undefined }) => void;
};

const INPUT_ID = 'dashboard-dates';

/** The dashboard's date filter. A range counts from the moment both its days are picked. */
export function DateRangePicker({ start, end, today, isInvalid, onChange }: DateRangePickerProps) {
  const [picked, setPicked] = useState<Dates>();
  const given: Dates = isInvalid ? [null, null] : [start ?? null, end ?? null];
  const shown = picked ?? given;
  const change = (dates: Dates) => {
    const [from, to] = dates;
    if (from && !to) return setPicked(dates);
    setPicked(undefined);
    onChange({ start_date: from ?? undefined, end_date: to ?? undefined });
  };
  return (
    <DatePickerInput
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
      clearButtonProps={{ 'aria-label': 'Clear the dates' }}
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      popoverProps={{
        id: INPUT_ID,
        portalProps: { target: '#overlays' },
        transitionProps: { duration: 100 },
      }}
    />
  );
}

function words([start, end]: Dates): string {
  if (!start && !end) return '';
  return `${start ? shortDate(start) : '…'} – ${end ? shortDate(end) : '…'}`;
}

/** 'dd/MM/yyyy' of 'YYYY-MM-DD' (spec 1, section 9). */
function shortDate(day: string): string {
  return day.split('-').reverse().join('/');
}
