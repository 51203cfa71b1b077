import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { IconCopy, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import css from './campaign-page.module.css';
import type { SendAgainKind } from './send-again-dialog.tsx';

const SendAgainDialog = lazyPart(() => import('./send-again-dialog.tsx').then((m) => m.SendAgainDialog));

/** The ways on from a campaign: to those it did not reach, to those who failed, or the same once more. */
export function SendAgainMenu({ campaign }: { campaign: Campaign }) {
  const [again, setAgain] = useState<SendAgainKind>();
  const isActive = useSubscriptionActive();
  const offReason = isActive ? missingPart(campaign) : 'Renew to create campaigns';
  const { status, total_failed, total_not_found, total_uncertain } = campaign;
  const notEnded = status === 'completed' || status === 'failed' ? undefined : 'When this campaign has ended';
  const nobodyLeft = pendingOf(campaign) === 0 ? 'Nobody is left' : undefined;
  const noneFailed =
    total_failed - total_not_found - total_uncertain === 0 ? 'Nobody certainly failed' : undefined;
  return (
    <span className={css.again}>
      <RowMenu
        label="Send again"
        worded
        items={[
          {
            label: 'Send to the rest',
            icon: IconSend,
            offReason: offReason ?? notEnded ?? nobodyLeft,
            onPress: () => setAgain('rest'),
          },
          {
            label: 'Try the failed ones again',
            icon: IconRefresh,
            offReason: offReason ?? notEnded ?? noneFailed,
            onPress: () => setAgain('failed'),
          },
          { label: 'Duplicate', icon: IconCopy, offReason, onPress: () => setAgain('duplicate') },
        ]}
      />
      {again ? (
        <SendAgainDialog campaign={campaign} again={again} onClose={() => setAgain(undefined)} />
      ) : null}
    </span>
  );
}

function missingPart({ message_template_id, list_id }: Campaign): string | undefined {
  if (list_id === null) return 'Its list was deleted';
  return message_template_id === null ? 'Its template was deleted' : undefined;
}
