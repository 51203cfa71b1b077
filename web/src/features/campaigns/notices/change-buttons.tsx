import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ReactNode } from 'react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { useSendAgainOffReason } from '../campaign-actions.ts';

const SendAgainDialog = lazyPart(() =>
  import('../follow-ups/send-again-dialog.tsx').then((m) => m.SendAgainDialog),
);

/** Leads to where the parts of a campaign that has not started are changed. */
export function EditButton({ campaign, children }: { campaign: Campaign; children: ReactNode }) {
  const isActive = useSubscriptionActive();
  return isActive ? (
    <ButtonLink to={paths.campaignEdit} params={{ id: campaign.id }} variant="default">
      {children}
    </ButtonLink>
  ) : (
    <ReasonButton variant="default" reason="Renew to change campaigns">
      {children}
    </ReasonButton>
  );
}

/** Makes another campaign of this one's parts, where its own can no longer be changed. */
export function DuplicateButton({ campaign }: { campaign: CampaignDetails }) {
  const [isAsked, setAsked] = useKeptState(`duplicate of campaign ${campaign.id}`, false);
  return (
    <>
      <ReasonButton variant="default" reason={useSendAgainOffReason(campaign)} onClick={() => setAsked(true)}>
        Duplicate
      </ReasonButton>
      {isAsked ? (
        <SendAgainDialog campaign={campaign} again="duplicate" onClose={() => setAsked(false)} />
      ) : null}
    </>
  );
}
