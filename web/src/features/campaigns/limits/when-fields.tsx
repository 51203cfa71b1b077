import { Button, TextInput } from '@mantine/core';
import { wallTime } from '@pigeonpost/contract/local-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { now, useNow } from '../../../clock.ts';
import { CAP_FIELD } from '../../../limits/cap-text.ts';
import { workWeek } from '../../../limits/week.ts';
import { WeekField } from '../../../limits/week-field.tsx';
import { paths } from '../../../paths.ts';
import { ChoiceRow } from '../../../ui/form/choice-row.tsx';
import { DayField, TimeField } from '../../../ui/form/dates/moment-fields.tsx';
import type { CampaignForm } from '../form/campaign-form.ts';
import { CanaryField } from './canary-field.tsx';
import type { CanaryForm } from './canary-form.ts';
import { LeaveOutField } from './leave-out-field.tsx';
import { readTypedStart, type TimesForm } from './new-campaign-times.ts';
import { describeMoment } from './schedule-words.ts';
import css from './when-fields.module.css';

const A_MINUTE = 60;
const DAY_MS = 86_400_000;

type WhoAndWhenFieldsProps = {
  form: CampaignForm;
  /** Whether they were opened by a press, which leads to the first of them. */
  takesFocus: boolean;
};

/** Whom a campaign leaves out, when it begins and ends, and how much it sends. */
export function WhoAndWhenFields({ form, takesFocus }: WhoAndWhenFieldsProps) {
  const { form: fields, list, hasCanaryBox } = form;
  return (
    <WhenFields form={form} canary={hasCanaryBox ? undefined : form}>
      <FieldRow label="Leave out">
        <LeaveOutField
          chosen={fields.values.leave_out}
          own={list?.id}
          takesFocus={takesFocus}
          error={fields.errors.leave_out}
          onChange={(chosen) => fields.setFieldValue('leave_out', chosen)}
        />
      </FieldRow>
    </WhenFields>
  );
}

type WhenFieldsProps = {
  form: TimesForm;
  /** Where the canary stands nowhere else. */
  canary: CanaryForm | undefined;
  /** What stands above them. */
  children?: ReactNode;
};

/** When a campaign begins and ends, and how much it sends. */
export function WhenFields({ form, canary, children }: WhenFieldsProps) {
  return (
    <div className={css.fields}>
      {children}
      <Begins form={form} />
      <LimitFields form={form} />
      {canary ? (
        <FieldRow label="First">
          <CanaryField form={canary} />
        </FieldRow>
      ) : null}
    </div>
  );
}

/** Those of them that can be changed after the start too. */
export function LimitFields({ form }: { form: TimesForm }) {
  return (
    <>
      <Hours form={form} />
      <NothingAfter form={form} />
      <AtMostADay form={form} />
    </>
  );
}

function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={css.row}>
      <legend className={css.label}>{label}</legend>
      <div className={css.value}>{children}</div>
    </fieldset>
  );
}

const BEGINS = [
  { label: 'When I press Start', value: 'now' },
  { label: 'Later', value: 'later' },
] as const;

function Begins({ form: { form, zone } }: { form: TimesForm }) {
  const nowMs = useNow(A_MINUTE);
  const { values } = form;
  const isLater = values.begins === 'later';
  const start = readTypedStart(values, zone);
  const error = form.errors.start_day;
  return (
    <FieldRow label="Begins">
      <ChoiceRow
        choices={BEGINS}
        value={values.begins}
        onChange={(begins) => form.setValues({ begins, start_day: values.start_day || dayAhead(zone, 1) })}
      />
      {isLater ? (
        <Moment
          label="Begins"
          form={form}
          day="start_day"
          time="start_time"
          note={
            start && start.ms > nowMs ? describeMoment(start.typed, { ...start, zone, nowMs }) : undefined
          }
          error={error}
        />
      ) : null}
    </FieldRow>
  );
}

/** Those of the account, or fewer; Settings has the account's. */
function Hours({ form: { form } }: { form: TimesForm }) {
  const { hours } = form.values;
  const errorId = useId();
  const account = useQuery(settingsQuery).data?.settings.hours;
  const error = form.errors.hours as string | undefined;
  return (
    <FieldRow label="Hours">
      <ChoiceRow
        choices={[
          { label: account ? 'Your sending hours' : 'At any time', value: false },
          { label: 'Fewer, for this campaign', value: true },
        ]}
        value={hours !== null}
        onChange={(isOwn) => form.setValues({ hours: isOwn ? (account ?? workWeek()) : null })}
      />
      {hours === null ? (
        <p className={`${css.note} dimmed`}>
          {account ? (
            'Outside them it waits and goes on by itself.'
          ) : (
            <Link to={paths.settingsSending} search={{ line: 'hours' }} target="_blank" rel="noreferrer">
              Set hours for all campaigns
            </Link>
          )}
        </p>
      ) : (
        <WeekField
          ranges={hours}
          onChange={(ranges) => form.setValues({ hours: ranges })}
          error={error}
          errorId={errorId}
        />
      )}
      <p id={errorId} className={css.error} aria-live="polite">
        {error}
      </p>
    </FieldRow>
  );
}

function NothingAfter({ form: { form, zone } }: { form: TimesForm }) {
  const { has_last, last_day } = form.values;
  return (
    <FieldRow label="Nothing after">
      {has_last ? (
        <Moment
          label="Nothing after"
          form={form}
          day="last_day"
          time="last_time"
          note="Whoever is left then stays pending."
          error={form.errors.last_day}
        >
          <Button variant="subtle" onClick={() => form.setValues({ has_last: false })}>
            Remove
          </Button>
        </Moment>
      ) : (
        <Button
          variant="default"
          className={css.set}
          onClick={() => form.setValues({ has_last: true, last_day: last_day || dayAhead(zone, 7) })}
        >
          Set a last moment
        </Button>
      )}
    </FieldRow>
  );
}

function AtMostADay({ form: { form } }: { form: TimesForm }) {
  return (
    <FieldRow label="At most a day">
      <div className={css.moment}>
        <TextInput
          {...CAP_FIELD}
          aria-label="At most a day"
          className={css.cap}
          autoComplete="off"
          {...form.getInputProps('cap_day')}
          error={form.errors.cap_day ? true : undefined}
        />
        <p className={`${css.note} dimmed`}>For the whole campaign.</p>
      </div>
      <p className={css.error} aria-live="polite">
        {form.errors.cap_day}
      </p>
    </FieldRow>
  );
}

type MomentProps = {
  label: string;
  form: TimesForm['form'];
  day: 'start_day' | 'last_day';
  time: 'start_time' | 'last_time';
  note: string | undefined;
  error: ReactNode;
  children?: ReactNode;
};

function Moment({ label, form, day, time, note, error, children }: MomentProps) {
  return (
    <>
      <div className={css.moment}>
        <DayField
          aria-label={`${label}: day`}
          {...form.getInputProps(day)}
          error={error ? true : undefined}
        />
        <TimeField aria-label={`${label}: time`} {...form.getInputProps(time)} />
        {children}
        {note && !error ? <p className={`${css.note} dimmed`}>{note}</p> : null}
      </div>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </>
  );
}

const dayAhead = (zone: string, days: number) =>
  new Date(wallTime(now(), zone) + days * DAY_MS).toISOString().slice(0, 10);
