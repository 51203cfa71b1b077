import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconClock, IconPlayerPauseFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import css from './campaign-at-work.module.css';

/** A link to the campaign that sends to a list, waits to go on, or waits for its start. */
export function CampaignAtWork({ campaign }: { campaign: Campaign }) {
  const { id, name, status } = campaign;
  return (
    <Link
      to={paths.campaign(id)}
      className={css.campaign}
      data-status={status}
      aria-label={`${name}, ${status}`}
    >
      {status === 'running' ? <span className={css.dot} /> : null}
      {status === 'paused' ? <IconPlayerPauseFilled size={12} aria-hidden="true" /> : null}
      {status === 'pending' ? <IconClock size={12} aria-hidden="true" /> : null}
      {name}
    </Link>
  );
}
