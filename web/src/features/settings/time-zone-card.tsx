import { NativeSelect } from '@mantine/core';
import type { User } from '@pigeonpost/contract/calls/auth';
import { useNow } from '../../clock.ts';
import { Card } from '../../ui/layout/card.tsx';
import { useSaveTimeZone } from '../auth/api.ts';

/** The user's time zone, saved as soon as it is chosen (docs/behaviour.md#time-zones). */
export function TimeZoneCard({ user }: { user: User }) {
  const { mutate, isPending, variables } = useSaveTimeZone();
  const zone = isPending ? variables : user.time_zone;
  return (
    <Card title="Time zone">
      <NativeSelect
        aria-label="Time zone"
        description={<ZoneNote zone={zone} />}
        data={zones(user.time_zone)}
        value={zone}
        onChange={(event) => mutate(event.currentTarget.value)}
      />
    </Card>
  );
}

function ZoneNote({ zone }: { zone: string }) {
  const nowMs = useNow(60);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return `Your day begins at midnight here. It is ${time.format(nowMs)} now.`;
}

/** Every zone that the browser knows, and the user's own if it is not among them. */
function zones(own: string): string[] {
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
