import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { neverOpenError } from '@pigeonpost/contract/open-hours';
import { type HourRange, hoursError, minutesOf } from '@pigeonpost/contract/sending-hours';
import { useId } from 'react';
import { useSaveSettings } from '../../../account/settings.ts';
import { useUser } from '../../../api/session.ts';
import { now, useNow } from '../../../clock.ts';
import { formatRanges } from '../../../limits/format-ranges.ts';
import { WeekField } from '../../../limits/week-field.tsx';
import { ChoiceRow } from '../../../ui/form/choice-row.tsx';
import { LineForm } from '../line-form.tsx';
import { findClockChange, formatNext, formatWallClock, formatWeek } from '../parts/format-hours.ts';
import { SettingLine } from '../setting-line.tsx';
import css from './sending.module.css';

const A_MINUTE = 60;

/** When messages may go: at any time, or in ranges of the week (docs/behaviour.md#sending-hours). */
export function HoursLine({ settings }: { settings: Settings }) {
  const zone = useUser()?.time_zone ?? 'UTC';
  const nowMs = useNow(A_MINUTE);
  const { hours, quiet_dates } = settings;
  const next = formatNext({ hours: hours && minutesOf(hours), quiet_dates, time_zone: zone }, nowMs);
  return (
    <SettingLine
      line="hours"
      holds={`${hours ? formatRanges(hours) : 'At any time'}.${next === undefined ? '' : ` The next message may go ${next}.`}`}
    >
      <HoursForm settings={settings} zone={zone} nowMs={nowMs} />
    </SettingLine>
  );
}

type Values = { isLimited: boolean; hours: HourRange[] };

const valuesOf = ({ hours }: Settings): Values => ({ isLimited: hours !== null, hours: hours ?? [] });

const hoursOf = ({ isLimited, hours }: Values) => (isLimited ? hours : null);

type HoursFormProps = { settings: Settings; zone: string; nowMs: number };

function HoursForm({ settings, zone, nowMs }: HoursFormProps) {
  const { mutateAsync } = useSaveSettings();
  const timesOf = (values: Values) => {
    const hours = hoursOf(values);
    return { hours: hours && minutesOf(hours), quiet_dates: settings.quiet_dates, time_zone: zone };
  };
  const errorOf = (values: Values) =>
    hoursError(hoursOf(values)) ?? neverOpenError(timesOf(values), now()) ?? null;
  const form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: { hours: (_hours, values) => errorOf(values) },
    clearInputErrorOnChange: false,
    onValuesChange: () => {
      if (form.errors.hours) form.validate();
    },
  });
  const errorId = useId();
  const { values } = form;
  return (
    <LineForm
      line="hours"
      form={form}
      saved={valuesOf(settings)}
      onSave={async (_changed, typed) => {
        const hours = hoursOf(typed);
        await mutateAsync({ hours });
        return hours === null ? 'Messages may go at any time.' : 'Sending hours saved.';
      }}
    >
      <p className="dimmed">
        Outside them campaigns wait. It is {formatWallClock(nowMs, zone)} in {zone}.
      </p>
      <div>
        <ChoiceRow
          label="When messages may go"
          choices={WHEN}
          value={values.isLimited}
          onChange={(isLimited) => form.setFieldValue('isLimited', isLimited)}
        />
      </div>
      {values.isLimited ? (
        <div>
          <WeekField
            ranges={values.hours}
            onChange={(hours) => form.setFieldValue('hours', hours)}
            error={form.errors.hours as string | undefined}
            errorId={errorId}
          />
        </div>
      ) : null}
      <p
        id={errorId}
        className={`${css.words} dimmed`}
        data-error={form.errors.hours !== undefined}
        aria-live="polite"
      >
        {errorOf(values) ?? <Words times={timesOf(values)} nowMs={nowMs} />}
      </p>
    </LineForm>
  );
}

type WordsProps = { times: Parameters<typeof formatNext>[0]; nowMs: number };

/** The week in words, and the next moment at which a message may go. */
function Words({ times, nowMs }: WordsProps) {
  const week = times.hours && formatWeek(times.hours);
  const change = times.hours ? findClockChange(nowMs, times.time_zone) : undefined;
  return (
    <>
      {week ? (
        <>
          <b>{week.hours}</b>
          {week.off}.{' '}
        </>
      ) : null}
      The next message may go <b>{formatNext(times, nowMs)}</b>.
      {change ? ` When the clock changes on ${change}, the hours stay as the wall clock shows them.` : null}
    </>
  );
}

const WHEN = [
  { label: 'At any time', value: false },
  { label: 'Only at these', value: true },
];
