import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';

const LimitsDialog = lazyPart(() => import('./limits-dialog.tsx').then((m) => m.LimitsDialog));

type ChangeLimitsProps = { campaign: Campaign; label: string; variant?: 'default' | 'subtle' };

/** Opens the dialog in which a campaign's limits are changed. */
export function ChangeLimits({ campaign, label, variant = 'default' }: ChangeLimitsProps) {
  const [isAsked, setAsked] = useState(false);
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
