import type { StandingCampaign } from '@pigeonpost/contract/calls/dashboard';
import { useSubscriptionActive } from '../../../api/session.ts';
import { useStartNow } from '../../../campaign-state/start-campaign.ts';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useCloseProfiles } from '../../profiles/api.ts';
import { formatRequest } from '../../profiles/parts/under-way.ts';
import { useWindowRequests } from '../../profiles/parts/window-requests.ts';

// What a person does next about something that waits for them: one press each, in 'Needs you' and in the notifications.

/** The press of a campaign that stands still. */
export function NextAct({ campaign }: { campaign: StandingCampaign }) {
  const { act, campaign_id, open_windows } = campaign;
  if (act === 'close_windows') return <CloseWindows windows={open_windows} />;
  if (act === 'start') return <StartAgain campaign_id={campaign_id} />;
  if (act === 'start_agent') return <StartAgent />;
  return <LookAtCampaign id={campaign_id} />;
}

/** To the campaign's page. */
export function LookAtCampaign({ id }: { id: number }) {
  return (
    <ButtonLink to={paths.campaign} params={{ id }} variant="default" size="sm">
      Look
    </ButtonLink>
  );
}

/** To the token and the download that start an agent. */
export function StartAgent() {
  return (
    <ButtonLink to={paths.settings} search={{ line: 'token' }} variant="default" size="sm">
      Start agent
    </ButtonLink>
  );
}

/** To the profiles in a state that is filtered by. */
export function LookAtProfiles({ state }: { state: 'blocked' | 'signed_out' }) {
  return (
    <ButtonLink to={paths.profiles} search={{ state }} variant="default" size="sm">
      Look
    </ButtonLink>
  );
}

/** To the replies that may ask for a stop. */
export function Decide() {
  return (
    <ButtonLink to={paths.replies} search={{ stop: 'perhaps' }} variant="default" size="sm">
      Decide
    </ButtonLink>
  );
}

/** To a ticket and its answers. */
export function LookAtTicket({ id }: { id: number }) {
  return (
    <ButtonLink to={paths.ticket} params={{ id }} variant="default" size="sm">
      Look
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
