import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle, IconBrandFirefox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../clock.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatAgo, formatDateTime } from '../../ui/format-time.ts';
import { Countdown } from '../../ui/time.tsx';
import css from './profiles.module.css';

/** What a profile does now: blocked, sending and when next, open in Firefox, or nothing. */
export function ProfileDoing({ profile }: { profile: Profile }) {
  const { blocked_at, is_active, running_campaign, is_open } = profile;
  if (blocked_at) return <Blocked since={blocked_at} />;
  if (running_campaign && is_active === 1) {
    return (
      <div className={css.doing}>
        <p className={css.line}>
          Sending{' '}
          <Link to={paths.campaign(running_campaign.id)} className={css.link} title={running_campaign.name}>
            {running_campaign.name}
          </Link>
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
  return <p className={css.idle}>{is_active === 1 ? 'Ready' : 'Inactive'}</p>;
}

function Blocked({ since }: { since: string }) {
  const nowMs = useNow(60);
  return (
    <div className={css.doing}>
      <Badge dense tone="failed" icon={<IconAlertTriangle size={12} aria-hidden="true" />}>
        Blocked
      </Badge>
      <p className={css.next} title={formatDateTime(since)}>
        {formatAgo(since, nowMs)}
      </p>
    </div>
  );
}

function NextSend({ until }: { until: string | null }) {
  const nowMs = useNow();
  if (!until || Date.parse(until) <= nowMs) return <p className={css.next}>next is due now</p>;
  return (
    <p className={css.next}>
      next in <Countdown until={until} />
    </p>
  );
}
