import type { StandingCampaign } from '@pigeonpost/contract/calls/dashboard';
import { IconAlertTriangle, IconBrandFirefox, IconHourglass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useStartNow } from '../campaigns/parts/change-campaign.ts';
import { useCloseProfiles } from '../profiles/api.ts';
import { formatRequest } from '../profiles/parts/under-way.ts';
import { useWindowRequests } from '../profiles/parts/window-requests.ts';
import css from './needs-you.module.css';

type StandingRowProps = { campaign: StandingCampaign };

/** A campaign that stands still: why, how many wait, and the one act that lets it go on. */
export function StandingRow({ campaign }: StandingRowProps) {
  const { campaign_id, name, status, reason, pending, act } = campaign;
  const Icon = ICONS[act] ?? IconAlertTriangle;
  return (
    <li className={css.row}>
      <Icon size={18} aria-hidden="true" className={css.icon} />
      <div className={css.words}>
        <p className={css.title}>
          <Link to={paths.campaign} params={{ id: campaign_id }} dir="auto">
            {name}
          </Link>
          {status === 'paused' ? ' is paused' : ' waits'}
        </p>
        <p className={css.note}>
          {reason}
          {pending > 0
            ? ` ${pending === 1 ? '1 person waits.' : `${formatCount(pending)} people wait.`}`
            : null}
        </p>
      </div>
      <NextAct campaign={campaign} />
    </li>
  );
}

const ICONS: Partial<Record<StandingCampaign['act'], typeof IconHourglass>> = {
  close_windows: IconBrandFirefox,
  look: IconHourglass,
};

function NextAct({ campaign }: StandingRowProps) {
  const { act, campaign_id, open_windows } = campaign;
  if (act === 'close_windows') return <CloseWindows windows={open_windows} />;
  if (act === 'start') return <StartAgain campaign_id={campaign_id} />;
  if (act === 'start_agent') {
    return (
      <ButtonLink to={paths.settings} variant="default" size="sm">
        Start agent
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={paths.campaign} params={{ id: campaign_id }} variant="default" size="sm">
      {act === 'look_at_profiles' ? 'Look at them' : 'Look'}
    </ButtonLink>
  );
}

function CloseWindows({ windows }: { windows: StandingCampaign['open_windows'] }) {
  const { mutate, isPending } = useCloseProfiles();
  const requests = useWindowRequests();
  const open = windows.filter(({ profile_path }) => !requests.has(profile_path));
  const [request] = windows.flatMap(({ profile_path }) => requests.get(profile_path) ?? []);
  const underWay = request && open.length === 0 ? formatRequest(request) : undefined;
  const close = () => mutate(open.map(({ profile_path }) => profile_path));
  const words = windows.length === 1 ? 'Close window' : `Close ${formatCount(windows.length)} windows`;
  return (
    <ReasonButton variant="default" size="sm" loading={isPending} reason={underWay} onClick={close}>
      {underWay ?? words}
    </ReasonButton>
  );
}

function StartAgain({ campaign_id }: { campaign_id: number }) {
  const { mutate, isPending } = useStartNow();
  const isActive = useSubscriptionActive();
  return (
    <ReasonButton
      variant="default"
      size="sm"
      loading={isPending}
      reason={isActive ? undefined : 'Renew to start campaigns'}
      onClick={() => mutate(campaign_id)}
    >
      Start
    </ReasonButton>
  );
}
