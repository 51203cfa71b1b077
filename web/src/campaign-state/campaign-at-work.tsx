import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconClock, IconPlayerPauseFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import css from './campaign-at-work.module.css';
import { statusWords } from './campaign-state.ts';
import { useCampaignsAtWork } from './campaigns-at-work.ts';
import { useIsSending } from './standstill.ts';

/** A link to the campaign that sends to a list, is paused, or waits for its start; with its standstill. */
export function CampaignAtWork({ campaign }: { campaign: Campaign }) {
  const { id, name, status, standstill } = campaign;
  const isSending = useIsSending(campaign);
  const isDecided = standstill?.kind === 'by_you';
  const why = isDecided ? 'paused by you' : standstill?.words;
  return (
    <Link
      to={paths.campaign}
      params={{ id }}
      className={css.campaign}
      data-status={isDecided ? 'pending' : standstill ? 'paused' : status}
      // It begins with the visible text, so that voice control can press it.
      aria-label={`${why ? `${name} ${why}` : name}, ${status}`}
      title={`${name}: ${statusWords(status, standstill)}`}
    >
      {status === 'running' ? <span className={css.dot} data-still={!isSending || undefined} /> : null}
      {status === 'paused' ? <IconPlayerPauseFilled size={12} aria-hidden="true" /> : null}
      {status === 'pending' ? <IconClock size={12} aria-hidden="true" /> : null}
      <bdi>{name}</bdi>
      {why ? (
        <>
          {' '}
          <span className={`${css.why} one-line`}>{why}</span>
        </>
      ) : null}
    </Link>
  );
}

/** The part by which a campaign is found. */
type Use = { list_id: number } | { message_template_id: number };

/** Finds the campaign that uses a template or list now, and follows the campaigns as they change. */
export function useCampaignAtWork(): (use: Use) => Campaign | undefined {
  const campaigns = useCampaignsAtWork();
  return (use) =>
    campaigns?.find((campaign) =>
      'list_id' in use
        ? campaign.list_id === use.list_id
        : campaign.message_template_id === use.message_template_id,
    );
}
