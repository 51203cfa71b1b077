import { NativeSelect } from '@mantine/core';
import type { User } from '@pigeonpost/contract/calls/auth';
import { useState } from 'react';
import { useNow } from '../../clock.ts';
import { Card } from '../../ui/card.tsx';
import { errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toast.ts';
import { saveTimeZone } from './api.ts';

/** In which zone the user's days begin; saved as soon as it is chosen (spec 3, Settings of time). */
export function TimeZoneCard({ user }: { user: User }) {
  const [chosen, setChosen] = useState<string>();
  const zone = chosen ?? user.time_zone;
  const choose = async (next: string) => {
    setChosen(next);
    try {
      await saveTimeZone(next);
      toast.success(`Your days begin at midnight in ${next}.`);
    } catch (error) {
      toast.error(errorText(error, 'Failed to save settings'));
    }
    setChosen(undefined);
  };
  return (
    <Card title="Time zone">
      <NativeSelect
        aria-label="Time zone"
        description={<ZoneWords zone={zone} />}
        data={zones(user.time_zone)}
        value={zone}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Card>
  );
}

function ZoneWords({ zone }: { zone: string }) {
  const nowMs = useNow(60);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return `Your day begins at midnight here. It is ${time.format(nowMs)} now.`;
}

/** Every zone the browser knows, and the user's own if it is not among them. */
function zones(own: string): string[] {
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
