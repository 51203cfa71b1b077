import { Button, TextInput } from '@mantine/core';
import { wallTime } from '@pigeonpost/contract/local-time';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { now, useNow } from '../../clock.ts';
import { paths } from '../../paths.ts';
import { ChoiceRow } from '../../ui/form/choice-row.tsx';
import { settingsQuery } from '../settings/api.ts';
import { tickDays } from '../settings/parts/week.ts';
import { WeekField } from '../settings/parts/week-field.tsx';
import { CanaryField } from './canary-field.tsx';
import type { CanaryForm } from './canary-form.ts';
import { readTypedStart, type TimesForm } from './new-campaign-times.ts';
import { describeMoment } from './schedule-words.ts';
import css from './when-and-how-much.module.css';

const A_MINUTE = 60;
const DAY_MS = 86_400_000;

/** The fields of "When and how much", with the canary's where it stands nowhere else. */
export function WhenFields({ form, canary }: { form: TimesForm; canary?: CanaryForm }) {
  return (
    <div className={css.fields}>
      <Begins form={form} />
      <LimitFields form={form} />
      {canary?.suggestedCanary === null ? (
        <Row label="First">
          <CanaryField form={canary} />
        </Row>
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

function Row({ label, children }: { label: string; children: ReactNode }) {
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
    <Row label="Begins">
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
    </Row>
  );
}

/** Those of the account, or fewer; Settings has the account's. */
function Hours({ form: { form } }: { form: TimesForm }) {
  const { hours } = form.values;
  const errorId = useId();
  const account = useQuery(settingsQuery).data?.settings.hours;
  const error = form.errors.hours as string | undefined;
  return (
    <Row label="Hours">
      <ChoiceRow
        choices={[
          { label: account ? 'Your sending hours' : 'At any time', value: false },
          { label: 'Fewer, for this campaign', value: true },
        ]}
        value={hours !== null}
        onChange={(isOwn) =>
          form.setValues({ hours: isOwn ? (account ?? tickDays([], WORKDAYS, true)) : null })
        }
      />
      {hours === null ? (
        <p className={`${css.note} dimmed`}>
          {account ? (
            'Outside them it waits and goes on by itself.'
          ) : (
            <a href={paths.settings} target="_blank" rel="noreferrer">
              Set hours for all campaigns
            </a>
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
    </Row>
  );
}

const WORKDAYS = [1, 2, 3, 4, 5];

function NothingAfter({ form: { form, zone } }: { form: TimesForm }) {
  const { has_last, last_day } = form.values;
  return (
    <Row label="Nothing after">
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
    </Row>
  );
}

function AtMostADay({ form: { form } }: { form: TimesForm }) {
  return (
    <Row label="At most a day">
      <div className={css.moment}>
        <TextInput
          aria-label="At most a day"
          className={css.cap}
          inputMode="numeric"
          autoComplete="off"
          placeholder="No cap"
          {...form.getInputProps('cap_day')}
          error={form.errors.cap_day ? true : undefined}
        />
        <p className={`${css.note} dimmed`}>For the whole campaign.</p>
      </div>
      <p className={css.error} aria-live="polite">
        {form.errors.cap_day}
      </p>
    </Row>
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
        <TextInput
          type="date"
          aria-label={`${label}: day`}
          {...form.getInputProps(day)}
          error={error ? true : undefined}
        />
        <TextInput type="time" aria-label={`${label}: time`} {...form.getInputProps(time)} />
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
