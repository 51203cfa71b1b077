import type { List } from '@pigeonpost/contract/calls/lists';
import {
  IconAlertTriangle,
  IconBrandFirefox,
  IconCalendarClock,
  IconClockExclamation,
  IconDeviceLaptopOff,
  IconEye,
  IconHourglass,
  IconMoon,
  IconPlayerPause,
  IconPlugConnectedX,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useNow } from '../../../clock.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { formatClock } from '../../../format/format-time.ts';
import type { Tone } from '../../../ui/feedback/badge.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { AgentStart, startTitle, useHasDownloads } from '../../agents/parts/agent-start.tsx';
import { listQuery } from '../../lists/api.ts';
import { overdueWords } from '../limits/schedule-words.ts';
import css from '../page/campaign-page.module.css';
import { findNotices, type NoticeFacts, type NoticeKind } from './find-notices.ts';
import {
  AddPeople,
  AfterReview,
  ChangeCap,
  ChangeHours,
  ChangeStart,
  ChooseSite,
  CorrectMessage,
  EnterCode,
  LookAtProfiles,
  OpenProfiles,
  OtherProfiles,
  type PressProps,
  WayOn,
} from './notice-presses.tsx';
import {
  awayTitle,
  awayWords,
  faultedTitle,
  faultedWords,
  offTitle,
  restingTitle,
  restingWords,
  reviewTitle,
  scheduledTitle,
  someWindowsWords,
  triedWords,
  waitTitle,
  waitWords,
  windowWords,
} from './notice-words.tsx';
import {
  CloseSomeWindows,
  CloseWindows,
  ForOneWaiting,
  ForSeveralWaiting,
  ResumeAll,
  TryAgain,
  TrySomeAgain,
  WaitingPeople,
} from './profile-presses.tsx';
import { useNoticeFacts } from './use-notice-facts.ts';

type Facts = NoticeFacts & Pick<PressProps, 'requests'> & { list: List | undefined };

type CampaignNoticesProps = Omit<PressProps, 'profiles'> & { profiles: PressProps['profiles'] | undefined };

/** Between head and figures: why the campaign does not send, and the one press about it. */
export function CampaignNotices({ campaign, profiles, requests }: CampaignNoticesProps) {
  const { list_id, start_at, status, total_list } = campaign;
  const isEmpty = status === 'pending' && total_list === 0 && list_id !== null;
  const facts: Facts = {
    ...useNoticeFacts(campaign, profiles),
    requests,
    list: useQuery({ ...listQuery(list_id ?? 0), enabled: isEmpty }).data,
    nowMs: useNow(start_at === null ? A_MINUTE : 1),
  };
  return findNotices(facts).map((kind) => <CampaignNotice key={kind} kind={kind} facts={facts} />);
}

const A_MINUTE = 60;

function CampaignNotice({ kind, facts }: { kind: NoticeKind; facts: Facts }) {
  const { Icon, tone, title, says, Press, Below } = LOOKS[kind];
  const { campaign, profiles, requests } = facts;
  const props = { campaign, profiles, requests };
  return (
    <Notice
      {...(tone && { tone })}
      icon={<Icon size={18} />}
      title={typeof title === 'string' ? title : title(facts)}
      action={Press && <Press {...props} />}
      below={Below && <Below {...props} />}
    >
      {typeof says === 'string' ? says : says(facts)}
    </Notice>
  );
}

interface Look {
  Icon: ComponentType<{ size: number }>;
  /** Amber without one. */
  tone?: Tone;
  title: string | ((facts: Facts) => string);
  says: string | ((facts: Facts) => ReactNode);
  Press?: ComponentType<PressProps>;
  Below?: ComponentType<PressProps>;
}

const paused: Look = {
  Icon: IconPlayerPause,
  title: 'Paused.',
  says: ({ campaign }) => `${campaign.paused_reason}.`,
  Press: WayOn,
};

const waits: Look = {
  Icon: IconHourglass,
  title: 'Waiting.',
  says: ({ campaign }) => campaign.waiting_reason,
};

const forHours: Look = { ...waits, tone: 'pending', Icon: IconMoon, Press: ChangeHours };
const forCap: Look = { ...waits, tone: 'pending', Press: ChangeCap };

const forAgent: Look = {
  Icon: IconDeviceLaptopOff,
  title: awayTitle,
  says: awayWords,
  Press: EnterCode,
  Below: ({ campaign }) => <StartAgent filled={campaign.status === 'running'} />,
};

const LOOKS: Record<NoticeKind, Look> = {
  subscription: paused,
  account: paused,
  stop_link: paused,
  told: paused,
  last_moment: {
    ...paused,
    says: ({ campaign, isActive }) =>
      `${campaign.paused_reason}.${isActive ? ' Change or remove it, then press Start.' : ''}`,
  },
  ready: { ...paused, says: 'None of its profiles could send. Now one can.' },
  review: {
    Icon: IconEye,
    title: reviewTitle,
    says: 'Have a look, then press Start.',
    Press: AfterReview,
  },

  agent: forAgent,
  machine: forAgent,
  no_agent: forAgent,
  driver: { ...waits, Press: ChooseSite },
  site: { ...waits, Press: ChooseSite },
  fault: { ...waits, Press: TryAgain },
  window: {
    Icon: IconBrandFirefox,
    title: 'Waiting.',
    says: windowWords,
    Press: CloseWindows,
  },
  never: { ...forHours, tone: 'paused' },
  hours: forHours,
  quiet_date: forHours,
  cap_account: forCap,
  cap_campaign: forCap,
  cap_profiles: { ...forCap, Press: LookAtProfiles },

  some_windows: {
    Icon: IconBrandFirefox,
    title: 'Open in Firefox.',
    says: someWindowsWords,
    Press: CloseSomeWindows,
  },
  some_faulted: {
    Icon: IconPlugConnectedX,
    title: faultedTitle,
    says: faultedWords,
    Press: TrySomeAgain,
  },
  waits_for_one: {
    Icon: IconHourglass,
    title: ({ campaign }) => campaign.waits_for.map(waitTitle).join(' '),
    says: ({ campaign }) => campaign.waits_for.map(waitWords),
    Press: ForOneWaiting,
  },
  waits_for_several: {
    Icon: IconHourglass,
    title: ({ campaign: { waits_for } }) =>
      `${formatCount(waits_for.reduce((sum, one) => sum + one.people, 0))} people wait for ${formatNoun(waits_for.length, 'profile')}.`,
    says: 'Others do not write to them.',
    Press: ForSeveralWaiting,
    Below: WaitingPeople,
  },

  resting: {
    Icon: IconAlertTriangle,
    title: restingTitle,
    says: restingWords,
    Press: ResumeAll,
  },
  off: {
    Icon: IconAlertTriangle,
    title: offTitle,
    says: 'Switch one on in Profiles, then press Start.',
    Press: OpenProfiles,
  },
  none_left: {
    Icon: IconAlertTriangle,
    title: 'No profile is left.',
    says: ({ campaign }) =>
      `The profiles of this campaign were deleted. ${campaign.status === 'pending' ? 'Choose others.' : 'Make a new campaign with others.'}`,
    Press: OtherProfiles,
  },
  refused: {
    Icon: IconAlertTriangle,
    title: 'Cannot start.',
    says: ({ campaign }) => campaign.start_refusal?.words,
    Press: WayOn,
  },
  nobody: {
    Icon: IconUsers,
    title: ({ campaign: { list_name }, list }) =>
      list?.recipient_count === 0
        ? `Nobody is in ${list_name} yet.`
        : `Everybody in ${list_name} has been written to.`,
    says: 'Add people, or make a campaign for another list.',
    Press: AddPeople,
  },

  scheduled: {
    Icon: IconCalendarClock,
    tone: 'pending',
    title: scheduledTitle,
    says: ({ campaign: { list_name, total_list } }) => (
      <>
        It writes to everybody who is pending in <bdi>{list_name}</bdi> then: {formatCount(total_list)} as of
        now.
      </>
    ),
    Press: ChangeStart,
  },
  tried: {
    Icon: IconClockExclamation,
    title: ({ campaign, nowMs }) => overdueWords(campaign, nowMs),
    says: triedWords,
    Press: ChangeStart,
  },
  overdue: {
    Icon: IconClockExclamation,
    title: ({ campaign, nowMs }) => overdueWords(campaign, nowMs),
    says: ({ nowMs }) => `It is ${formatClock(nowMs)} now, and nothing was sent.`,
    Press: ChangeStart,
  },
  mistyped: {
    Icon: IconAlertTriangle,
    title: ({ mistyped }) => `${mistyped?.mistyped} would be sent as it stands.`,
    says: 'Nobody’s name takes its place.',
    Press: CorrectMessage,
  },
};

/** How an agent is started. */
function StartAgent({ filled }: { filled: boolean }) {
  const hasDownloads = useHasDownloads();
  return (
    <div className={css.agentStart}>
      <p className={`${css.startTitle} note`}>{startTitle(hasDownloads)}</p>
      <AgentStart filled={filled} />
    </div>
  );
}
