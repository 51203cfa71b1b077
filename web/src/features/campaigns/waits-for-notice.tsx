import type { CampaignDetails, WaitsFor } from '@pigeonpost/contract/calls/campaigns';
import { IconHourglass } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import css from './follow-up.module.css';
import { useGiveToOthers } from './follow-up.ts';

const REASONS: Record<WaitsFor['reason'], string> = {
  blocked: 'which is blocked',
  signed_out: 'which is signed out',
  off: 'which is switched off',
  removed: 'which was removed',
  resting: 'which rests',
};

/** Whose people wait in a follow-up, because only the profile that wrote first writes to them again. */
export function WaitsForNotice({ campaign: { id, waits_for } }: { campaign: CampaignDetails }) {
  const [first, ...others] = waits_for;
  if (!first) return null;
  if (others.length === 0)
    return (
      <Notice
        icon={<IconHourglass size={18} />}
        title={waitWords(first)}
        action={<GiveToOthers campaign_id={id} waits={first} />}
      >
        Others do not write to them.
      </Notice>
    );
  const people = waits_for.reduce((sum, one) => sum + one.people, 0);
  return (
    <Notice
      icon={<IconHourglass size={18} />}
      title={`${formatCount(people)} people wait for ${formatNoun(waits_for.length, 'profile')}.`}
      below={
        <ul className={css.waiting}>
          {waits_for.map((one) => (
            <li key={one.profile_id}>
              <span dir="auto">{waitWords(one)}</span>
              <GiveToOthers campaign_id={id} waits={one} />
            </li>
          ))}
        </ul>
      }
    >
      Others do not write to them.
    </Notice>
  );
}

/** '12 people wait for kiln.club, which is blocked.' */
function waitWords({ people, profile_name, reason }: WaitsFor): string {
  const who = people === 1 ? '1 person waits' : `${formatCount(people)} people wait`;
  return `${who} for ${profile_name}, ${REASONS[reason]}.`;
}

function GiveToOthers({ campaign_id, waits }: { campaign_id: number; waits: WaitsFor }) {
  const isActive = useSubscriptionActive();
  const { mutate, isPending } = useGiveToOthers(campaign_id);
  const give = async () => {
    const agreed = await confirm({
      title: `Let the others write to the people of ${waits.profile_name}?`,
      body: 'They will see a message from an account that they do not know.',
      confirmLabel: 'Let the others write to them',
      harmless: true,
    });
    if (agreed) mutate(waits.profile_id);
  };
  return (
    <ReasonButton
      variant="default"
      loading={isPending}
      reason={isActive ? undefined : 'Renew to change campaigns'}
      onClick={() => void give()}
    >
      Let the others write to them
    </ReasonButton>
  );
}
