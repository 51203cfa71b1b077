import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconClock, IconPlayerPauseFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServerEvent } from '../../../api/realtime.ts';
import { paths } from '../../../paths.ts';
import { campaignsAtWorkQuery } from '../api.ts';
import css from './campaign-at-work.module.css';

/** A link to the campaign that sends to a list, waits to go on, or waits for its start. */
export function CampaignAtWork({ campaign }: { campaign: Campaign }) {
  const { id, name, status } = campaign;
  return (
    <Link
      to={paths.campaign}
      params={{ id }}
      className={css.campaign}
      data-status={status}
      aria-label={`${name}, ${status}`}
    >
      {status === 'running' ? <span className={css.dot} /> : null}
      {status === 'paused' ? <IconPlayerPauseFilled size={12} aria-hidden="true" /> : null}
      {status === 'pending' ? <IconClock size={12} aria-hidden="true" /> : null}
      <bdi>{name}</bdi>
    </Link>
  );
}

/** What a campaign is looked for by. */
type Use = { list_id: number } | { message_template_id: number };

/** Finds the campaign that a template or list is used by now; follows the campaigns as they change. */
export function useCampaignAtWork(): (use: Use) => Campaign | undefined {
  const queries = useQueryClient();
  const { data } = useQuery(campaignsAtWorkQuery);
  useServerEvent('campaign_update', () =>
    queries.invalidateQueries({ queryKey: campaignsAtWorkQuery.queryKey }),
  );
  return (use) =>
    data?.find((campaign) =>
      'list_id' in use
        ? campaign.list_id === use.list_id
        : campaign.message_template_id === use.message_template_id,
    );
}
