import type { NeedsYou } from '@pigeonpost/contract/calls/dashboard';
import {
  IconBarrierBlock,
  IconBrandInstagram,
  IconCalendarTime,
  IconDeviceLaptopOff,
  IconLifebuoy,
  IconMessageQuestion,
  IconUserQuestion,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { now, useNow } from '../../clock.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { formatDay, formatRecent } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useTryAgain } from '../profiles/parts/rest-actions.ts';
import { RenewButton } from '../support/parts/renew-button.tsx';
import css from './needs-you.module.css';
import { Decide, LookAtProfiles, LookAtTicket, StartAgent } from './parts/presses.tsx';

const DAY_MS = 86_400_000;
const NAMES_SHOWN = 3;

/** One line of the needs: its name, a note, and the one next action. */
type Need = { key: string; Icon: typeof IconLifebuoy; title: ReactNode; note: ReactNode; act: ReactNode };

/** Everything that waits for the user besides campaigns, most urgent for sending first. */
export function listNeeds(needs: NeedsYou): Need[] {
  const { blocked_profiles, signed_out_profiles, unclear, subscription_end_date, replies } = needs;
  return [
    ...restingNeed('blocked', blocked_profiles),
    ...restingNeed('signed_out', signed_out_profiles),
    ...needs.obstacles.map(obstacleNeed),
    ...unclearNeed(unclear),
    ...undecidedNeed(needs.undecided_replies),
    ...needs.away_agents.map((agent) => agentNeed(agent, needs.connected_agents)),
    ...(subscription_end_date ? [endNeed(subscription_end_date)] : []),
    ...repliesNeed(replies),
  ];
}

/** A row of things to look at. */
export function NeedRow({ need: { Icon, title, note, act } }: { need: Need }) {
  return (
    <li className={css.row}>
      <Icon size={18} aria-hidden="true" className={css.icon} />
      <p className={`${css.line} grow`}>
        <span className={`${css.title} medium`}>{title}</span>{' '}
        <span className={`${css.note} dimmed`}>{note}</span>
      </p>
      {act}
    </li>
  );
}

function restingNeed(
  state: 'blocked' | 'signed_out',
  { count, names }: NeedsYou['blocked_profiles'],
): Need[] {
  if (count === 0) return [];
  return [
    {
      key: state,
      Icon: IconBrandInstagram,
      title: `${formatNoun(count, 'profile')} ${state === 'blocked' ? 'blocked' : 'signed out'}`,
      note: joinNames(names, count - names.length),
      act: <LookAtProfiles state={state} />,
    },
  ];
}

function obstacleNeed({ reason, profiles }: NeedsYou['obstacles'][number]): Need {
  const names = profiles.map(({ profile_name }) => profile_name);
  return {
    key: `obstacle ${reason}`,
    Icon: IconBarrierBlock,
    title: `${joinNames(names.slice(0, NAMES_SHOWN), names.length - NAMES_SHOWN)} cannot go on`,
    note: reason,
    act: <TryAgain profiles={profiles} />,
  };
}

function TryAgain({ profiles }: Pick<NeedsYou['obstacles'][number], 'profiles'>) {
  const isActive = useSubscriptionActive();
  const { tryAgain, isPending } = useTryAgain(profiles);
  return (
    <ReasonButton
      variant="default"
      size="sm"
      loading={isPending}
      reason={isActive ? undefined : 'Renew to use profiles'}
      onClick={tryAgain}
    >
      Try again
    </ReasonButton>
  );
}

function unclearNeed({ count, campaigns, campaign_id }: NeedsYou['unclear']): Need[] {
  if (campaign_id === null) return [];
  const where = campaigns > 1 ? `in ${formatCount(campaigns)} campaigns. ` : '';
  return [
    {
      key: 'unclear',
      Icon: IconUserQuestion,
      title: `${formatCount(count)} unclear`,
      note: `${where}Did ${count === 1 ? 'this' : 'these'} go out?`,
      act: (
        <ButtonLink
          to={paths.campaignPeople}
          params={{ id: campaign_id }}
          search={{ state: 'uncertain' }}
          variant="default"
          size="sm"
        >
          Settle
        </ButtonLink>
      ),
    },
  ];
}

function undecidedNeed(count: number): Need[] {
  if (count === 0) return [];
  return [
    {
      key: 'undecided',
      Icon: IconMessageQuestion,
      title: `${formatNoun(count, 'reply', 'replies')} to decide on`,
      note: `${count === 1 ? 'It' : 'They'} may ask you to stop. Nobody writes to ${count === 1 ? 'this person' : 'these people'} until you decide.`,
      act: <Decide />,
    },
  ];
}

function agentNeed(agent: NeedsYou['away_agents'][number], connected: string[]): Need {
  const others = joinNames(connected, 0);
  return {
    key: `agent ${agent.id}`,
    Icon: IconDeviceLaptopOff,
    title: agent.last_seen_at ? <LastSeen at={agent.last_seen_at} /> : 'Agent never seen',
    note: others
      ? `${agent.machine_name}; ${others} ${connected.length === 1 ? 'goes' : 'go'} on`
      : agent.machine_name,
    act: <StartAgent />,
  };
}

function LastSeen({ at }: { at: string }) {
  return `Agent last seen ${formatRecent(at, useNow(60))}`;
}

function endNeed(end: string): Need {
  const days = Math.floor((Date.parse(end) - now()) / DAY_MS);
  return {
    key: 'end',
    Icon: IconCalendarTime,
    title: `Subscription ends ${days < 1 ? 'within a day' : `in ${formatNoun(days, 'day')}`}`,
    note: formatDay(end),
    act: <RenewButton place="needs you" variant="default" size="sm" />,
  };
}

function repliesNeed({ count, ticket_id, subject }: NeedsYou['replies']): Need[] {
  if (ticket_id === null) return [];
  return [
    {
      key: 'replies',
      Icon: IconLifebuoy,
      title: count === 1 ? 'A ticket was answered' : `${formatCount(count)} tickets were answered`,
      note: subject,
      act:
        count === 1 ? (
          <LookAtTicket id={ticket_id} />
        ) : (
          <ButtonLink to={paths.support} variant="default" size="sm">
            Look
          </ButtonLink>
        ),
    },
  ];
}

/** 'a', 'a and b', 'a, b and 3 more'. */
function joinNames(names: string[], more: number): string {
  const all = more > 0 ? [...names, `${formatCount(more)} more`] : names;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
