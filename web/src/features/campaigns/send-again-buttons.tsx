import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { hasEnded } from './parts/campaign-state.ts';
import type { SendAgainKind } from './send-again-dialog.tsx';

export const SendAgainDialog = lazyPart(() =>
  import('./send-again-dialog.tsx').then((m) => m.SendAgainDialog),
);

/** Once a campaign has ended: to those it did not reach, and to those who failed. Each is there where somebody is. */
export function SendAgainButtons({ campaign }: { campaign: Campaign }) {
  const [again, setAgain] = useState<SendAgainKind>();
  const offReason = useSendAgainOffReason(campaign);
  if (!hasEnded(campaign)) return null;
  const { total_failed, total_not_found, total_uncertain } = campaign;
  return (
    <>
      {pendingOf(campaign) > 0 ? (
        <ReasonButton
          variant="default"
          reason={offReason}
          leftSection={<IconSend size={16} />}
          onClick={() => setAgain('rest')}
        >
          Send to the rest
        </ReasonButton>
      ) : null}
      {total_failed - total_not_found - total_uncertain > 0 ? (
        <ReasonButton
          variant="default"
          reason={offReason}
          leftSection={<IconRefresh size={16} />}
          onClick={() => setAgain('failed')}
        >
          Try the failed again
        </ReasonButton>
      ) : null}
      {again ? (
        <SendAgainDialog campaign={campaign} again={again} onClose={() => setAgain(undefined)} />
      ) : null}
    </>
  );
}

/** Why no campaign can be made of this one's parts. */
export function useSendAgainOffReason({ message_template_id, list_id }: Campaign): string | undefined {
  if (!useSubscriptionActive()) return 'Renew to create campaigns';
  if (list_id === null) return 'Its list was deleted';
  return message_template_id === null ? 'Its template was deleted' : undefined;
}
