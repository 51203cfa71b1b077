import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { IconBrandFirefox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../api/realtime.ts';
import { useNow } from '../../clock.ts';
import { formatAgo, formatFull } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { Countdown } from '../../ui/layout/time.tsx';
import { useIsFrozen } from '../freeze/api.ts';
import { type Rest, restOf } from './parts/rest.ts';
import { RestBadge } from './parts/rest-badge.tsx';
import css from './profiles.module.css';

/** What a profile does now: blocked, signed out, not to be started, sending and when next, open in Firefox, or nothing. */
export function ProfileDoing({ profile }: { profile: Profile }) {
  const { is_active, running_campaign, is_open } = profile;
  const rest = restOf(profile);
  if (rest) return <Resting rest={rest} profile={profile} />;
  if (running_campaign && is_active === 1) {
    return (
      <div className={css.doing}>
        <p className={css.line}>
          Sending <CampaignLink {...running_campaign} />
        </p>
        <NextSend until={profile.next_send_at} />
      </div>
    );
  }
  if (is_open) {
    return (
      <p className={css.open}>
        <IconBrandFirefox size={16} aria-hidden="true" />
        Open in Firefox
      </p>
    );
  }
  return <p className={css.idle}>{is_active === 1 ? 'Ready' : 'Switched off'}</p>;
}

function CampaignLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to={paths.campaign} params={{ id }} className={css.link} title={name} dir="auto">
      {name}
    </Link>
  );
}

function Resting({ rest, profile }: { rest: Rest; profile: Profile }) {
  const { blocked_at, signed_out_at, faulted_at, fault_until } = profile;
  const { rest_reason: reason, running_campaign: campaign } = profile;
  const since = blocked_at ?? signed_out_at ?? faulted_at ?? '';
  const nowMs = useNow(60);
  return (
    <div className={css.doing}>
      <p className={css.line}>
        <RestBadge rest={rest} />{' '}
        <span className={css.next} title={formatFull(since)}>
          {fault_until && rest === 'faulted' && campaign ? (
            <NextTry until={fault_until} />
          ) : (
            formatAgo(since, nowMs)
          )}
        </span>
      </p>
      {reason ? (
        <p className={css.reason} title={reason} dir="auto">
          {reason}
        </p>
      ) : null}
      {campaign ? (
        <p className={css.line}>
          In Use by <CampaignLink {...campaign} />
        </p>
      ) : null}
    </div>
  );
}

function NextTry({ until }: { until: string }) {
  const nowMs = useNow();
  if (Date.parse(until) <= nowMs) return 'tried again now';
  return (
    <>
      again in <Countdown until={until} />
    </>
  );
}

function NextSend({ until }: { until: string | null }) {
  const nowMs = useNow();
  const isFrozen = useIsFrozen();
  if (useConnection().state === 'lost') return <p className={css.next}>next is not known</p>;
  if (isFrozen) return <p className={css.next}>sending waits</p>;
  if (!until || Date.parse(until) <= nowMs) return <p className={css.next}>next is due now</p>;
  return (
    <p className={css.next}>
      next in <Countdown until={until} />
    </p>
  );
}
