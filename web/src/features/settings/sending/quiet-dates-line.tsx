import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { localTime } from '@pigeonpost/contract/local-time';
import { neverOpenError } from '@pigeonpost/contract/open-hours';
import { minutesOf, type QuietSpan, quietDatesError } from '@pigeonpost/contract/sending-hours';
import { useSaveSettings } from '../../../account/settings.ts';
import { useUser } from '../../../api/session.ts';
import { now, useNow } from '../../../clock.ts';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import { formatSpan, QuietDatesField } from './quiet-dates-field.tsx';
import css from './sending.module.css';

const A_MINUTE = 60;

/** Days on which nothing is sent (docs/behaviour.md#sending-hours). */
export function QuietDatesLine({ settings: { hours, quiet_dates } }: { settings: Settings }) {
  const zone = useUser()?.time_zone ?? 'UTC';
  const today = localTime(useNow(A_MINUTE), zone).day;
  const ahead = quiet_dates.filter(({ to }) => to >= today);
  return (
    <SettingLine
      line="quiet-dates"
      holds={ahead.length > 0 ? ahead.map(formatSpan).join(', ') : 'None'}
      press={ahead.length > 0 ? 'Change' : 'Add'}
    >
      <QuietDatesForm spans={ahead} hours={hours && minutesOf(hours)} zone={zone} />
    </SettingLine>
  );
}

type FormProps = { spans: QuietSpan[]; hours: ReturnType<typeof minutesOf> | null; zone: string };

function QuietDatesForm({ spans, hours, zone }: FormProps) {
  const { mutateAsync } = useSaveSettings();
  const [draft, setDraft] = useKeptState<QuietSpan | undefined>(
    'quiet dates',
    spans.length === 0 ? { from: '', to: '' } : undefined,
  );
  const form = useForm<{ quiet_dates: QuietSpan[] }>({
    initialValues: { quiet_dates: spans },
    validate: {
      quiet_dates: (quiet_dates) =>
        quietDatesError(quiet_dates) ??
        neverOpenError({ hours, quiet_dates, time_zone: zone }, now()) ??
        null,
    },
  });
  return (
    <LineForm
      line="quiet-dates"
      form={form}
      saved={{ quiet_dates: spans }}
      missing={draft?.from ? 'Add the typed dates first' : undefined}
      onSave={async (_changed, { quiet_dates }) => {
        await mutateAsync({ quiet_dates });
        return 'Quiet dates saved.';
      }}
    >
      <QuietDatesField
        spans={form.values.quiet_dates}
        onChange={(quiet_dates) => form.setFieldValue('quiet_dates', quiet_dates)}
        draft={draft}
        onDraft={setDraft}
      />
      <p className={css.words} data-error role="alert">
        {form.errors.quiet_dates}
      </p>
    </LineForm>
  );
}
