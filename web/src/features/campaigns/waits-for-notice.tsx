import type { CampaignDetails, WaitsFor } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconHourglass } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import pageCss from './campaign-page.module.css';
import css from './follow-up.module.css';
import { useGiveToOthers } from './follow-up.ts';
import { RestingActions } from './profile-notices.tsx';

const REASONS: Record<WaitsFor['reason'], string> = {
  blocked: 'which is blocked',
  signed_out: 'which is signed out',
  off: 'which is switched off',
  removed: 'which was removed',
  resting: 'which rests',
};

type WaitsForProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[];
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** Whose people wait in a follow-up, because only the profile that wrote first writes to them again; the two ways on. */
export function WaitsForNotice({ campaign, profiles, requests }: WaitsForProps) {
  const { id, waits_for } = campaign;
  const [first, ...others] = waits_for;
  if (!first) return null;
  const waiting = profiles.filter(({ profile_id }) => waits_for.some((one) => one.profile_id === profile_id));
  const resting = waiting.filter(({ blocked_at, signed_out_at }) => blocked_at || signed_out_at);
  const wayBack =
    resting.length > 0 ? (
      <RestingActions
        campaign={campaign}
        resting={resting}
        requests={requests}
        isQuiet={campaign.profiles_able > 0}
      />
    ) : waits_for.some(({ reason }) => reason === 'off') ? (
      <ButtonLink to={paths.profiles}>Open Profiles</ButtonLink>
    ) : null;
  if (others.length === 0)
    return (
      <Notice
        icon={<IconHourglass size={18} />}
        title={waitWords(first)}
        action={
          <span className={pageCss.noticeActions}>
            {wayBack}
            <GiveToOthers campaign_id={id} waits={first} />
          </span>
        }
      >
        {wayWords(first)}
      </Notice>
    );
  const people = waits_for.reduce((sum, one) => sum + one.people, 0);
  return (
    <Notice
      icon={<IconHourglass size={18} />}
      title={`${formatCount(people)} people wait for ${formatNoun(waits_for.length, 'profile')}.`}
      action={wayBack ? <span className={pageCss.noticeActions}>{wayBack}</span> : undefined}
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

const WAYS: Record<WaitsFor['reason'], string> = {
  blocked: 'Look at it in Firefox, then press Resume, or let the others write to them.',
  signed_out: 'Sign in with it in Firefox, then press Resume, or let the others write to them.',
  off: 'Switch it on in Profiles, or let the others write to them.',
  removed: 'Others do not write to them.',
  resting: 'It is tried again by itself. Others do not write to them.',
};

const wayWords = ({ reason }: WaitsFor) => WAYS[reason];

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
