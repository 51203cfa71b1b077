import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { IconEye } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useCampaignActions, useStartOffReason } from './campaign-actions.ts';
import css from './campaign-page.module.css';

type ReviewProps = { campaign: Campaign; profiles: ProfilePerformance[] };

/** The canary of a campaign is done: what came of it, and the others. */
export function ReviewNotice({ campaign, profiles }: ReviewProps) {
  const { start } = useCampaignActions(campaign);
  const reason = useStartOffReason(campaign, profiles);
  const others = pendingOf(campaign);
  return (
    <Notice
      icon={<IconEye size={18} />}
      title={doneWords(campaign)}
      action={
        <span className={css.scheduleActions}>
          <ButtonLink
            to={paths.campaignPeople}
            params={{ id: campaign.id }}
            search={{ state: 'tried' }}
            variant="default"
          >
            See them
          </ButtonLink>
          <ReasonButton variant="default" reason={reason} onClick={start}>
            {others === 1 ? 'Start the other one' : `Start the other ${formatCount(others)}`}
          </ReasonButton>
        </span>
      }
    >
      Have a look, then press Start.
    </Notice>
  );
}

/** 'The first 10 are done: 9 sent, 1 not found.' */
function doneWords({ total_sent, total_failed, total_not_found, total_uncertain }: Campaign): string {
  const done = total_sent + total_failed;
  const kinds = [
    [total_sent, 'sent'],
    [total_not_found, 'not found'],
    [total_uncertain, 'unclear'],
    [total_failed - total_not_found - total_uncertain, 'failed'],
  ] as const;
  const words = kinds.filter(([count]) => count > 0).map(([count, kind]) => `${formatCount(count)} ${kind}`);
  return `The first ${done === 1 ? 'one is' : `${formatCount(done)} are`} done: ${words.join(', ')}.`;
}
