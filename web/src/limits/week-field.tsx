import { ActionIcon, Button } from '@mantine/core';
import { type HourRange, hoursError } from '@pigeonpost/contract/sending-hours';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ReasonIcon } from '../ui/form/reason-button.tsx';
import { useIsPhone } from '../ui/layout/media.ts';
import boxes from '../ui/table/selection-box.module.css';
import {
  addRange,
  canAddRange,
  changeRange,
  copyDay,
  type DayGroup,
  dayAtFault,
  dropRange,
  EACH_DAY,
  endsNextDay,
  groupDays,
  groupName,
  rangesOn,
  readClock,
  tickDays,
} from './week.ts';
import css from './week-field.module.css';

const TUESDAY_TO_FRIDAY = [2, 3, 4, 5];

type WeekFieldProps = {
  ranges: HourRange[];
  onChange: (ranges: HourRange[]) => void;
  /** The error that was found at the last save, for the fields at fault; `errorId` is the element that says it. */
  error?: string | undefined;
  errorId: string;
};

/** The ranges of a week, a row for each day, on phones for neighbouring days with the same ranges. */
export function WeekField({ ranges, onChange, error, errorId }: WeekFieldProps) {
  const isPhone = useIsPhone();
  const [groups, setGroups] = useState(() => groupDays(ranges));
  const isGrouped = isPhone && groups.length < EACH_DAY.length;
  const rows = isGrouped ? groups : EACH_DAY;
  const fault = error === undefined ? undefined : { day: dayAtFault(ranges, error), errorId };
  return (
    <>
      <ul className={css.week} aria-label="Days">
        {rows.map((group) => (
          <DayRow
            key={group.days.join()}
            group={group}
            ranges={ranges}
            onChange={onChange}
            fault={group.days.includes(fault?.day ?? 1) ? fault : undefined}
          />
        ))}
      </ul>
      <div className={css.actions}>
        {isGrouped ? (
          <Button variant="subtle" className={css.action} onClick={() => setGroups(EACH_DAY)}>
            Each day by itself
          </Button>
        ) : (
          <Button
            variant="subtle"
            className={css.action}
            disabled={rangesOn(ranges, 1).length === 0}
            onClick={() => onChange(copyDay(ranges, 1, TUESDAY_TO_FRIDAY))}
          >
            Copy Monday to Tue–Fri
          </Button>
        )}
      </div>
    </>
  );
}

type DayRowProps = {
  group: DayGroup;
  ranges: HourRange[];
  onChange: (ranges: HourRange[]) => void;
  fault: { day: number | undefined; errorId: string } | undefined;
};

function DayRow({ group, ranges, onChange, fault }: DayRowProps) {
  const { days } = group;
  const name = groupName(group);
  const own = rangesOn(ranges, days[0] ?? 1);
  const isOn = own.length > 0;
  return (
    <li className={css.row}>
      <label className={css.day} data-off={!isOn}>
        <input
          type="checkbox"
          className={boxes.box}
          checked={isOn}
          {...(fault && !isOn ? { 'aria-invalid': true, 'aria-describedby': fault.errorId } : {})}
          onChange={({ currentTarget }) => onChange(tickDays(ranges, days, currentTarget.checked))}
        />
        {name}
      </label>
      {isOn ? (
        <>
          <div className={css.ranges}>
            {own.map((range, index) => (
              <RangeFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a range has no name but its place in the day.
                key={index}
                label={own.length > 1 ? `${name}, range ${index + 1}` : name}
                range={range}
                fault={fault}
                onChange={(change) => onChange(changeRange(ranges, days, { index, change }))}
                onDrop={() => onChange(dropRange(ranges, days, index))}
              />
            ))}
          </div>
          <ReasonIcon
            label={`Add a range on ${name}`}
            reason={canAddRange(ranges, days) ? undefined : 'A day has at most 4 ranges'}
            onClick={() => onChange(addRange(ranges, days))}
          >
            <IconPlus size={16} />
          </ReasonIcon>
        </>
      ) : (
        <span className={css.nothing}>Nothing is sent</span>
      )}
    </li>
  );
}

type RangeFieldsProps = {
  label: string;
  range: HourRange;
  fault: DayRowProps['fault'];
  onChange: (change: { from: string } | { to: string }) => void;
  onDrop: () => void;
};

function RangeFields({ label, range, fault, onChange, onDrop }: RangeFieldsProps) {
  const isWrong = fault !== undefined && (hoursError([range]) !== undefined || fault.day === range.day);
  const field = (edge: 'from' | 'to') => (
    <input
      className={css.time}
      aria-label={`${label}, ${edge}`}
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      value={range[edge]}
      onChange={({ currentTarget }) => onChange({ [edge]: currentTarget.value } as { from: string })}
      onBlur={() => onChange({ [edge]: readClock(range[edge], edge) } as { from: string })}
      {...(isWrong ? { 'aria-invalid': true, 'aria-describedby': fault.errorId } : {})}
    />
  );
  return (
    <fieldset className={css.range} data-invalid={isWrong || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {field('from')}
      <span className={css.to}>to</span>
      {field('to')}
      {endsNextDay(range) ? <span className="note">next day</span> : null}
      <ActionIcon variant="subtle" size={28} aria-label={`Remove ${label}`} onClick={onDrop}>
        <IconX size={14} />
      </ActionIcon>
    </fieldset>
  );
}
