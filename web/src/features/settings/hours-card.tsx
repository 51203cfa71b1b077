import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { localTime } from '@pigeonpost/contract/local-time';
import { neverOpenError } from '@pigeonpost/contract/open-hours';
import {
  type HourRange,
  hoursError,
  minutesOf,
  type QuietSpan,
  quietDatesError,
} from '@pigeonpost/contract/sending-hours';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { now, useNow } from '../../clock.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { ChoiceRow } from '../../ui/form/choice-row.tsx';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { Form } from '../../ui/form/form.tsx';
import { useLeaveQuestion } from '../../ui/form/leave-question.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../ui/form/use-saved-elsewhere.ts';
import { Card } from '../../ui/layout/card.tsx';
import { settingsQuery, useSaveSettings } from './api.ts';
import css from './hours-card.module.css';
import { findClockChange, formatNext, formatWallClock, formatWeek } from './parts/format-hours.ts';
import { WeekField } from './parts/week-field.tsx';
import { QuietDatesField } from './quiet-dates-field.tsx';

const TITLE = 'Sending hours';
const A_MINUTE = 60;

/** When messages may go: at any time, or in ranges of the week, and not on quiet dates (docs/behaviour.md#sending-hours). */
export function HoursCard() {
  const isActive = useSubscriptionActive();
  // The error of a failed fetch on the card above is enough.
  const settings = useQuery(settingsQuery).data?.settings;
  const zone = useKnownZone();
  if (!settings) return <Card title={TITLE} className={css.card} />;
  return <HoursForm settings={settings} zone={zone} isActive={isActive} />;
}

type Values = { isLimited: boolean; ranges: HourRange[]; quiet_dates: QuietSpan[] };

function valuesOf({ hours, quiet_dates }: Settings, today: string): Values {
  const ahead = quiet_dates.filter(({ to }) => to >= today);
  return { isLimited: hours !== null, ranges: hours ?? [], quiet_dates: ahead };
}

const hoursOf = ({ isLimited, ranges }: Values) => (isLimited ? ranges : null);

function HoursForm({ settings, zone, isActive }: { settings: Settings; zone: string; isActive: boolean }) {
  const { mutateAsync } = useSaveSettings();
  const nowMs = useNow(A_MINUTE);
  const saved = valuesOf(settings, localTime(nowMs, zone).day);
  const form = useForm<Values>({
    initialValues: saved,
    validate: (values) => errorsOf(values, zone),
    clearInputErrorOnChange: false,
    onValuesChange: () => {
      if (Object.keys(form.errors).length > 0) form.validate();
    },
  });
  useKeptForm('sending hours', form);
  useSavedElsewhere(form, saved);
  useLeaveQuestion(form.isDirty(), {
    title: 'Discard the changed sending hours?',
    body: 'They are not saved yet. Sending continues with the saved ones.',
  });
  const errorId = useId();
  const { values } = form;
  const set = (change: Partial<Values>) => form.setValues(change);
  const save = form.onSubmit(async (submitted) => {
    if (!isActive) return;
    try {
      const body = { hours: hoursOf(submitted), quiet_dates: submitted.quiet_dates };
      const answer = await mutateAsync(body);
      const next = valuesOf(answer.settings, localTime(now(), zone).day);
      form.setValues(next);
      form.resetDirty(next);
      toast.success(body.hours === null ? 'Messages may go at any time.' : 'Sending hours saved.');
      for (const warning of answer.warnings.slice(0, MOST_WARNINGS)) toast.warning(warning);
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  });
  const error = Object.values(errorsOf(values, zone))[0];
  return (
    <Card
      title={TITLE}
      note={`Outside them campaigns wait. It is ${formatWallClock(nowMs, zone)} in ${zone}.`}
      aside={
        <ChoiceRow
          label="When messages may go"
          choices={WHEN}
          value={values.isLimited}
          onChange={(isLimited) => set({ isLimited })}
        />
      }
      className={css.card}
    >
      <Form onSubmit={save} className={css.form}>
        {values.isLimited ? (
          <WeekField
            ranges={values.ranges}
            onChange={(ranges) => set({ ranges })}
            error={form.errors.hours as string | undefined}
            errorId={errorId}
          />
        ) : null}
        <QuietDatesField spans={values.quiet_dates} onChange={(quiet_dates) => set({ quiet_dates })} />
        <p
          id={errorId}
          className={`${css.words} dimmed`}
          data-error={Object.keys(form.errors).length > 0}
          aria-live="polite"
        >
          {error ?? <Words values={values} zone={zone} nowMs={nowMs} />}
        </p>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={isActive ? undefined : 'Renew to save settings'}
        >
          Save hours
        </ReasonButton>
      </Form>
    </Card>
  );
}

const MOST_WARNINGS = 3;

function errorsOf(values: Values, zone: string): { hours?: string; quiet_dates?: string } {
  const [hours, quiet_dates] = [hoursError(hoursOf(values)), quietDatesError(values.quiet_dates)];
  if (hours !== undefined) return { hours };
  if (quiet_dates !== undefined) return { quiet_dates };
  const never = neverOpenError(timesOf(values, zone), now());
  return never === undefined ? {} : { hours: never };
}

function timesOf(values: Values, time_zone: string) {
  const hours = hoursOf(values);
  return { hours: hours && minutesOf(hours), quiet_dates: values.quiet_dates, time_zone };
}

/** The week in words, and the next moment at which a message may go. */
function Words({ values, zone, nowMs }: { values: Values; zone: string; nowMs: number }) {
  const times = timesOf(values, zone);
  const week = times.hours && formatWeek(times.hours);
  const change = times.hours ? findClockChange(nowMs, zone) : undefined;
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

/** The user's zone; UTC if this browser does not know it. */
function useKnownZone(): string {
  const zone = useUser()?.time_zone ?? 'UTC';
  try {
    localTime(0, zone);
    return zone;
  } catch {
    return 'UTC';
  }
}
