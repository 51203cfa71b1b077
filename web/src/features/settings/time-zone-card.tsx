import { Button, NativeSelect } from '@mantine/core';
import type { User } from '@pigeonpost/contract/calls/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../clock.ts';
import { Card } from '../../ui/layout/card.tsx';
import { useSaveTimeZone } from '../auth/api.ts';
import { scheduledStartsQuery } from './api.ts';
import css from './settings.module.css';
import { keptMoments } from './zone-words.ts';

/**
 * The user's time zone, saved as soon as it is chosen; where campaigns are scheduled it says first what that means for
 * them (docs/behaviour.md#time-zones).
 */
export function TimeZoneCard({ user }: { user: User }) {
  const { mutate, isPending, variables } = useSaveTimeZone();
  const [chosen, setChosen] = useState<string>();
  const starts = useQuery(scheduledStartsQuery).data ?? [];
  const zone = isPending ? variables : (chosen ?? user.time_zone);
  const sentence = zone === user.time_zone ? undefined : keptMoments(starts, user.time_zone, zone);
  const save = (next: string) => mutate(next, { onSettled: () => setChosen(undefined) });
  const choose = (next: string) => {
    if (starts.length > 0) setChosen(next);
    else save(next);
  };
  return (
    <Card title="Time zone">
      <NativeSelect
        aria-label="Time zone"
        description={<ZoneNote zone={zone} />}
        data={zones(user.time_zone)}
        value={zone}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {sentence && chosen ? (
          <div className={css.zoneChange}>
            <p>{sentence}</p>
            <Button loading={isPending} onClick={() => save(chosen)}>
              Change time zone
            </Button>
            <Button variant="default" onClick={() => setChosen(undefined)}>
              Keep {user.time_zone}
            </Button>
          </div>
        ) : null}
      </div>
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
