import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { IconCornerUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../../api/session.ts';
import { hasEnded, showsReplies } from '../../../campaign-state/campaign-state.ts';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from './follow-up.module.css';

/**
 * The follow-ups of a campaign; before the first one of a campaign that is over, the way to it. Nothing where nobody is
 * left to follow up, or no reply is read.
 */
export function FollowUpCard({
  campaign,
  onFollowUp,
}: {
  campaign: CampaignDetails;
  onFollowUp: () => void;
}) {
  // A server of the version before knows of none.
  const { followed_by = [] } = campaign;
  if (followed_by.length > 0)
    return (
      <Card title={followed_by.length === 1 ? 'Follow-up' : 'Follow-ups'}>
        <ul className={css.waiting}>
          {followed_by.map(({ campaign_id, name, status, stage }) => (
            <li key={campaign_id}>
              <Link
                className="link one-line shrink"
                to={paths.campaign}
                params={{ id: campaign_id }}
                dir="auto"
                title={name}
              >
                {name}
              </Link>
              <StatusBadge status={status} stage={stage} />
            </li>
          ))}
        </ul>
      </Card>
    );
  const silent = campaign.total_sent - campaign.total_replied;
  const isOffered = hasEnded(campaign) && showsReplies(campaign) && campaign.nth_follow_up !== 2;
  return isOffered && silent > 0 ? <Offer silent={silent} onFollowUp={onFollowUp} /> : null;
}

/** '640 did not reply', and the way to write to them again. */
function Offer({ silent, onFollowUp }: { silent: number; onFollowUp: () => void }) {
  const isActive = useSubscriptionActive();
  return (
    <Card title="Follow-up" note={`${formatCount(silent)} did not reply.`}>
      <p className={css.offer}>Write to them again, each from the profile that wrote first.</p>
      <ReasonButton
        variant="default"
        leftSection={<IconCornerUpRight size={16} />}
        reason={isActive ? undefined : 'Renew to create campaigns'}
        onClick={onFollowUp}
      >
        Send a follow-up
      </ReasonButton>
    </Card>
  );
}
