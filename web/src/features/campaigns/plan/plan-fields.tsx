import { Button, TextInput } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { CAPS } from '@pigeonpost/contract/campaigns/caps';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { useSubscriptionActive } from '../../../api/session.ts';
import { campaignsAtWorkQuery } from '../../../campaign-state/campaign-queries.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { CAP_FIELD, readCap } from '../../../limits/cap-text.ts';
import { workWeek } from '../../../limits/week.ts';
import { WeekField } from '../../../limits/week-field.tsx';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import when from '../limits/when-fields.module.css';
import { LimitFields, WhenFields } from '../limits/when-fields.tsx';
import { useSaveTrial } from './plan-api.ts';
import css from './plan-fields.module.css';
import type { PlanTrial } from './use-plan-trial.ts';

type PlanFieldsProps = { trial: PlanTrial; campaign: Campaign };

/** The values that decide how long a campaign takes: they are tried here, and saved by a press (docs/behaviour.md#plan). */
export function PlanFields({ trial, campaign }: PlanFieldsProps) {
  return (
    <Card title="How much and when" className={css.card}>
      <section id="plan-fields" aria-label="For all your campaigns">
        <h3 className="note">For all your campaigns</h3>
        <CapADay trial={trial} />
        <Pause trial={trial} />
        <MoreCaps trial={trial} />
        <AccountHours trial={trial} />
      </section>
      <section id="plan-when" aria-label="For this campaign">
        <h3 className="note">For this campaign</h3>
        {campaign.status === 'pending' ? (
          <WhenFields form={trial} canary={{ form: trial.form, suggestedCanary: null }} />
        ) : (
          <div className={when.fields}>
            <LimitFields form={trial} />
          </div>
        )}
      </section>
      <UseThese trial={trial} campaign={campaign} />
    </Card>
  );
}

// The range goes one step beyond this, where there is no cap. More can be typed.
const RANGE_CAP = 100;

function CapADay({ trial: { form } }: { trial: PlanTrial }) {
  const { profile_cap_day: text } = form.values;
  const cap = readCap(text);
  const set = (value: number) =>
    form.setFieldValue('profile_cap_day', value > RANGE_CAP ? '' : String(value));
  return (
    <Line label="At most a day, each profile" error={form.errors.profile_cap_day}>
      <NumberField
        label="At most a day, each profile"
        placeholder={CAP_FIELD.placeholder}
        error={form.errors.profile_cap_day}
        value={text}
        onChange={(typed) => form.setFieldValue('profile_cap_day', typed)}
      />
      <Range
        label="At most a day, each profile"
        min={1}
        max={RANGE_CAP + 1}
        value={cap ?? RANGE_CAP + 1}
        text={cap === null ? 'No cap' : formatNoun(cap, 'message')}
        onChange={set}
      />
    </Line>
  );
}

const RANGE_PAUSE = 900;
const PAUSE_STEP = 10;
const HOUR = 3600;

/** Both delays; the range moves their mean, and keeps how far they are apart. */
function Pause({ trial: { form, limits } }: { trial: PlanTrial }) {
  const [start, end] = [Number(form.values.delay_start), Number(form.values.delay_end)];
  const mean = (start + end) / 2;
  const isRead = !form.errors.delay_start && !form.errors.delay_end;
  const move = (wanted: number) => {
    const half = Math.floor((isRead ? end - start : 0) / 2);
    const middle = Math.min(Math.max(wanted, limits.delay_min + half), limits.delay_max - half);
    form.setValues({ delay_start: String(middle - half), delay_end: String(middle + half) });
  };
  return (
    <Line label="Pause between two messages" error={form.errors.delay_start ?? form.errors.delay_end}>
      <span className={css.pair}>
        <NumberField
          label="Pause from, seconds"
          error={form.errors.delay_start}
          value={form.values.delay_start}
          onChange={(typed) => form.setFieldValue('delay_start', typed)}
        />
        to
        <NumberField
          label="Pause to, seconds"
          error={form.errors.delay_end}
          value={form.values.delay_end}
          onChange={(typed) => form.setFieldValue('delay_end', typed)}
        />
        s
      </span>
      <Range
        label="Pause between two messages"
        min={Math.ceil(limits.delay_min / PAUSE_STEP) * PAUSE_STEP}
        max={RANGE_PAUSE}
        step={PAUSE_STEP}
        value={isRead ? mean : limits.delay_min}
        text={`${Math.round(mean)} seconds`}
        onChange={move}
      />
      <p className="note">{isRead && mean > 0 ? `About ${roundHour(HOUR / mean)} an hour each` : ''}</p>
    </Line>
  );
}

const roundHour = (count: number) =>
  count < HOUR / RANGE_PAUSE ? Math.round(count * 10) / 10 : Math.round(count);

function MoreCaps({ trial: { form } }: { trial: PlanTrial }) {
  const { errors, values } = form;
  const isSet = values.profile_cap_hour !== '' || values.account_cap_day !== '';
  return (
    <details className={css.more} open={isSet || undefined}>
      <summary>More caps</summary>
      {(
        [
          ['profile_cap_hour', 'At most an hour, each profile'],
          ['account_cap_day', 'At most a day, all together'],
        ] as const
      ).map(([name, label]) => (
        <Line key={name} label={label} error={errors[name]}>
          <NumberField
            label={label}
            placeholder={CAP_FIELD.placeholder}
            error={errors[name]}
            value={values[name]}
            onChange={(typed) => form.setFieldValue(name, typed)}
          />
        </Line>
      ))}
    </details>
  );
}

function AccountHours({ trial: { form } }: { trial: PlanTrial }) {
  const { account_hours: hours } = form.values;
  const errorId = useId();
  return (
    <div id="plan-hours" className={css.hours}>
      <CheckField
        label="Only at sending hours"
        {...(hours === null && { hint: 'Messages may go at any time.' })}
        checked={hours !== null}
        onChange={({ currentTarget }) =>
          form.setValues({ account_hours: currentTarget.checked ? workWeek() : null })
        }
      />
      {hours === null ? null : (
        <WeekField
          ranges={hours}
          onChange={(account_hours) => form.setValues({ account_hours })}
          error={form.errors.account_hours}
          errorId={errorId}
        />
      )}
      <p id={errorId} className={css.error} aria-live="polite">
        {form.errors.account_hours}
      </p>
    </div>
  );
}

type LineProps = { label: string; error: string | undefined; children: ReactNode };

function Line({ label, error, children }: LineProps) {
  return (
    <div className={css.line}>
      <span aria-hidden="true">{label}</span>
      {children}
      <p className={css.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

type NumberFieldProps = {
  label: string;
  placeholder?: string;
  error: string | undefined;
  value: string;
  onChange: (typed: string) => void;
};

function NumberField({ label, error, onChange, ...input }: NumberFieldProps) {
  return (
    <TextInput
      aria-label={label}
      className={css.number}
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(CAPS.account_day).length}
      {...input}
      error={error ? true : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type RangeProps = {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  text: string;
  onChange: (value: number) => void;
};

function Range({ label, text, value, onChange, ...range }: RangeProps) {
  const { min, max } = range;
  const shown = Number.isNaN(value) ? min : Math.min(max, Math.max(min, value));
  const part = { '--part': `${(100 * (shown - min)) / (max - min)}%` } as CSSProperties;
  return (
    <input
      type="range"
      className={css.range}
      aria-label={`${label}, slider`}
      aria-valuetext={text}
      {...range}
      value={shown}
      style={part}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}

/** There as soon as something differs from what is saved. */
function UseThese({ trial, campaign }: PlanFieldsProps) {
  const { changes, hasErrors, isChanged, reset } = trial;
  const { mutateAsync, isPending } = useSaveTrial(campaign.id);
  const isActive = useSubscriptionActive();
  if (!isChanged) return null;
  const save = async () => {
    if (changes.account && !(await agrees(campaign.id))) return;
    const warnings = await mutateAsync(changes).catch(() => []);
    for (const warning of warnings.slice(0, MOST_WARNINGS)) toast.warning(warning);
  };
  const reason = hasErrors ? 'Correct what is marked first' : undefined;
  return (
    <div className={css.use}>
      <ReasonButton reason={isActive ? reason : 'Renew to save it'} loading={isPending} onClick={save}>
        Use these
      </ReasonButton>
      <Button variant="default" onClick={reset}>
        Back to what is saved
      </Button>
    </div>
  );
}

const MOST_WARNINGS = 3;
const NAMED = 3;
const NAMES = new Intl.ListFormat('en-GB');

/** Asks where other unfinished campaigns change too. */
async function agrees(id: number): Promise<boolean> {
  const campaigns = await queryClient.fetchQuery(campaignsAtWorkQuery).catch(() => undefined);
  const others = campaigns?.filter((one) => one.id !== id && one.stage !== 'draft') ?? [];
  if (campaigns && others.length === 0) return true;
  const more = others.length - NAMED;
  const names = others.slice(0, NAMED).map(({ name }) => name);
  const whose = NAMES.format(more > 0 ? [...names, formatNoun(more, 'other')] : names);
  const agreed = await confirm({
    title: 'Use these for all your campaigns?',
    body: `This holds for all your campaigns${whose ? `: ${whose} ${others.length === 1 ? 'changes' : 'change'} too` : ''}.`,
    confirmLabel: 'Use these',
    harmless: true,
  });
  return agreed !== false;
}
