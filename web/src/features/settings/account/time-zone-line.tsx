import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../clock.ts';
import { useSaveTimeZone } from '../../auth/api.ts';
import { scheduledStartsQuery } from '../api.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './account.module.css';
import { clockIn, keptMoments } from './zone-words.ts';

/**
 * The user's time zone; where campaigns are scheduled its fields say first what another one means for them
 * (docs/behaviour.md#time-zones).
 */
export function TimeZoneLine({ time_zone }: { time_zone: string }) {
  return (
    <SettingLine line="time-zone" holds={<ZoneWords zone={time_zone} />}>
      <TimeZoneForm time_zone={time_zone} />
    </SettingLine>
  );
}

function TimeZoneForm({ time_zone }: { time_zone: string }) {
  const { mutateAsync } = useSaveTimeZone();
  const starts = useQuery(scheduledStartsQuery).data ?? [];
  const form = useForm({ initialValues: { time_zone } });
  const { time_zone: zone } = form.values;
  return (
    <LineForm
      line="time-zone"
      form={form}
      saved={{ time_zone }}
      isFree
      onSave={async (_changed, values) => {
        await mutateAsync(values.time_zone);
        return undefined;
      }}
    >
      <NativeSelect
        aria-label="Time zone"
        className={css.field}
        description={<ZoneWords zone={zone} />}
        data={zones(time_zone)}
        {...form.getInputProps('time_zone')}
      />
      <p className={css.kept} aria-live="polite">
        {zone === time_zone ? null : keptMoments(starts, time_zone, zone)}
      </p>
    </LineForm>
  );
}

function ZoneWords({ zone }: { zone: string }) {
  const nowMs = useNow(60);
  return `${zone}. Your day begins at midnight here. It is ${clockIn(zone, nowMs)} now.`;
}

/** Every zone that the browser knows, and the user's own if it is not among them. */
function zones(own: string): string[] {
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
