import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useSubscriptionActive } from '../../../api/session.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';

const LimitsDialog = lazyPart(() => import('./limits-dialog.tsx').then((m) => m.LimitsDialog));

type ChangeLimitsProps = { campaign: Campaign; label: string; variant?: 'default' | 'subtle' };

/** Opens the dialog in which a campaign's limits are changed. */
export function ChangeLimits({ campaign, label, variant = 'default' }: ChangeLimitsProps) {
  const [isAsked, setAsked] = useKeptState(`${label} of campaign ${campaign.id}`, false);
  const isActive = useSubscriptionActive();
  return (
    <>
      <ReasonButton
        variant={variant}
        reason={isActive ? undefined : 'Renew to change campaigns'}
        onClick={() => setAsked(true)}
      >
        {label}
      </ReasonButton>
      {isAsked ? <LimitsDialog campaign={campaign} onClose={() => setAsked(false)} /> : null}
    </>
  );
}
