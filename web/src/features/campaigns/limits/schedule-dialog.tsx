import { useForm } from '@mantine/form';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { wallTime } from '@pigeonpost/contract/local-time';
import { useUser } from '../../../api/session.ts';
import { now, useNow } from '../../../clock.ts';
import { DayField, TimeField } from '../../../ui/form/dates/moment-fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSchedule } from '../api.ts';
import css from './schedule-dialog.module.css';
import { describeMoment, readStart, typedMoment } from './schedule-words.ts';

const A_MINUTE = 60;

/** Asks at which moment a pending campaign starts by itself (docs/behaviour.md#scheduled-campaigns). */
export function ScheduleDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, name, start_at, not_after, list_name } = campaign;
  const zone = useUser()?.time_zone ?? 'UTC';
  const { mutateAsync } = useSchedule(id);
  const nowMs = useNow(A_MINUTE);
  const read = (values: { day: string; time: string }, ms = nowMs) =>
    readStart(values, { zone, nowMs: ms, not_after });
  const form = useForm({ initialValues: firstChoice(start_at, zone) });
  const found = read(form.values);
  const save = async () => {
    const start = read(form.getValues(), now());
    if ('error' in start) {
      form.setFieldError('time', start.error);
      return false;
    }
    await mutateAsync(new Date(start.ms).toISOString());
    return true;
  };
  return (
    <FormDialog
      title={`When does ${name} start?`}
      sentence={`It starts by itself, and writes to everybody who is pending in ${list_name} then.`}
      submitLabel="Schedule"
      failure="Failed to schedule the campaign"
      draft={`start of campaign ${id}`}
      form={form}
      fieldOf={{ start_at: 'time' }}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={css.moment}>
        <DayField label="Day" data-autofocus required {...form.getInputProps('day')} />
        <TimeField
          label="Time"
          required
          {...form.getInputProps('time')}
          error={form.errors.time ? true : undefined}
          aria-describedby="schedule-moment"
        />
      </div>
      <p
        id="schedule-moment"
        className={css.words}
        data-error={'error' in found || undefined}
        aria-live="polite"
      >
        {form.errors.time ??
          ('error' in found ? found.error : describeMoment(form.values, { ...found, zone, nowMs }))}
      </p>
    </FormDialog>
  );
}

/** The moment it has, if that is ahead; else tomorrow at nine. */
function firstChoice(start_at: string | null, zone: string): { day: string; time: string } {
  const nowMs = now();
  if (start_at !== null && Date.parse(start_at) > nowMs) return typedMoment(Date.parse(start_at), zone);
  const tomorrow = new Date(wallTime(nowMs, zone) + 86_400_000).toISOString();
  return { day: tomorrow.slice(0, 10), time: '09:00' };
}
