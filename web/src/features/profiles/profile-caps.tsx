import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { BEGIN_SLOWLY, slowCap } from '@pigeonpost/contract/campaigns/caps';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../account/settings.ts';
import { useNow } from '../../clock.ts';
import { formatNoun } from '../../format/format-number.ts';
import { formatDateTime } from '../../format/format-time.ts';
import { CAP_FIELD, readCap } from '../../limits/cap-text.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Due } from '../../ui/layout/time.tsx';
import { useSendInFull } from './api.ts';
import { restOf } from './parts/rest.ts';
import css from './profile-caps.module.css';

/** The fields of a profile's caps; an empty text is none. */
export type CapValues = { cap_hour: string; cap_day: string; begin_slowly: boolean };

type ProfileCapsProps = { profile: Profile | undefined; form: UseFormReturnType<CapValues> };

/** How much a profile sends: closed until something is set (docs/behaviour.md#caps). */
export function ProfileCaps({ profile, form }: ProfileCapsProps) {
  const settings = useQuery(settingsQuery).data?.settings;
  const { cap_hour, cap_day, begin_slowly } = form.values;
  const isSet =
    profile !== undefined &&
    (profile.cap_hour ?? profile.cap_day ?? profile.begin_slowly ?? profile.slow_until) !== null;
  return (
    <details className={css.caps} open={isSet}>
      <summary>
        How much it sends <span className="dimmed">{isSet ? '' : 'No cap'}</span>
      </summary>
      <div className="stack">
        {profile ? <Today profile={profile} /> : null}
        {profile?.slow_until ? <Half id={profile.id} until={profile.slow_until} /> : null}
        <div className={css.pair}>
          <TextInput
            {...CAP_FIELD}
            label="At most an hour"
            description={
              accountHint(cap_hour, settings?.profile_cap_hour, 'an hour') ??
              'Clock hours, such as 14:00 to 15:00.'
            }
            {...form.getInputProps('cap_hour')}
          />
          <TextInput
            {...CAP_FIELD}
            label="At most a day"
            description={
              accountHint(cap_day, settings?.profile_cap_day, 'a day') ?? 'Days of your time zone.'
            }
            {...form.getInputProps('cap_day')}
          />
        </div>
        <CheckField
          label="Begin slowly"
          hint={`${BEGIN_SLOWLY.first} messages on its first day, ${BEGIN_SLOWLY.more} more on each next day on which it sends, for ${BEGIN_SLOWLY.days} such days.`}
          {...form.getInputProps('begin_slowly', { type: 'checkbox' })}
        />
        {begin_slowly ? <SlowDays cap={smallest(readCap(cap_day), settings?.profile_cap_day)} /> : null}
      </div>
    </details>
  );
}

/** What the account's cap means for the typed one. */
function accountHint(typed: string, account: number | null | undefined, unit: string): string | undefined {
  const own = readCap(typed);
  if (account === null || account === undefined) return undefined;
  if (own === null) return `Your account's ${account} ${unit} holds.`;
  if (own > account) return `Your account's ${account} ${unit} is smaller and holds.`;
  return own === account ? `Your account's is ${account} too.` : undefined;
}

function smallest(own: number | null, account: number | null | undefined): number {
  return Math.min(own || Number.POSITIVE_INFINITY, account ?? Number.POSITIVE_INFINITY);
}

function Today({ profile }: { profile: Profile }) {
  const { begun_today, begin_slowly } = profile;
  const { day } = profile.cap_now;
  return (
    <div className={css.today}>
      <p className="spread">
        <span>
          <b>Today</b> {day === null ? formatNoun(begun_today, 'message') : `${begun_today} of ${day}`}
          <NextMessage profile={profile} />
        </span>
        {begin_slowly ? <span className="dimmed">Begins slowly, day {begin_slowly.day}</span> : null}
      </p>
      {day === null ? null : (
        <div className={css.track} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * begun_today) / day)}%` }} />
        </div>
      )}
    </div>
  );
}

/** ', next message in 4:12' while it sends in a campaign. */
function NextMessage({ profile }: { profile: Profile }) {
  const nowMs = useNow();
  const { running_campaign, is_active, next_send_at, capped_until } = profile;
  const next = capped_until ?? next_send_at;
  if (!running_campaign || is_active === 0 || restOf(profile) !== undefined) return null;
  if (next === null || Date.parse(next) <= nowMs) return null;
  return (
    <span className="dimmed">
      , next message <Due at={next} />
    </span>
  );
}

function Half({ id, until }: { id: number; until: string }) {
  const { mutate, isPending } = useSendInFull();
  return (
    <div className={`${css.half} spread`}>
      <p>Sends at half until {formatDateTime(until)}, because it was blocked.</p>
      <Button variant="default" loading={isPending} onClick={() => mutate(id)}>
        Send at full again
      </Button>
    </div>
  );
}

/** The caps of the days of a slow beginning, up to the one that is set. */
function SlowDays({ cap }: { cap: number }) {
  const days = Array.from({ length: BEGIN_SLOWLY.days }, (_, index) => Math.min(slowCap(index + 1), cap));
  const most = Math.max(...days);
  const reached = days.indexOf(cap) + 1;
  return (
    <div>
      <div className={css.days} aria-hidden="true">
        {days.map((messages, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
            key={index}
            data-reached={messages === cap || undefined}
            style={{ height: `${(100 * messages) / most}%` }}
          />
        ))}
      </div>
      <p className="spread note">
        <span>Day 1: {days[0]}</span>
        {reached > 1 ? <span>{`Day ${reached}: ${cap}, its cap`}</span> : null}
        <span>
          Day {BEGIN_SLOWLY.days}
          {reached > 0 ? '' : `: ${most}`}
        </span>
      </p>
    </div>
  );
}
