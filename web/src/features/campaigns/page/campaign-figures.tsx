import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { type PeopleFilter, pendingOf } from '@pigeonpost/contract/campaigns';
import { MESSAGED_COUNTED } from '@pigeonpost/contract/limits';
import { Link } from '@tanstack/react-router';
import {
  countEligible,
  countSending,
  hasEnded,
  showsReplies,
} from '../../../campaign-state/campaign-state.ts';
import { formatCount, formatNoun, formatPercent } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { type Stat, StatRow } from '../../../ui/layout/stat-row.tsx';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import css from './campaign-page.module.css';

type FiguresProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/**
 * How many there are of each outcome; a note stands where the figure may still change, or has parts. Before the start
 * they are quiet: nothing has happened.
 */
export function CampaignFigures({ campaign, profiles }: FiguresProps) {
  const isQuiet = campaign.status === 'pending';
  return (
    <div className={`${css.stats} ${css.figures}`}>
      <StatRow stats={statsOf(campaign, profiles)} isQuiet={isQuiet} />
    </div>
  );
}

function statsOf(campaign: CampaignDetails, profiles: ProfilePerformance[] | undefined): Stat[] {
  const { total_list, total_sent, total_failed, total_replied } = campaign;
  return [
    { label: 'Total Recipients', value: formatCount(total_list), note: <TotalNote campaign={campaign} /> },
    {
      label: 'Messages Sent',
      value: <PeopleLink campaign={campaign} state="sent" count={total_sent} who="who got the message" />,
      note: sentNote(campaign),
      mark: 'sent',
    },
    ...(showsReplies(campaign)
      ? [
          {
            label: 'Replied',
            value: <PeopleLink campaign={campaign} state="replied" count={total_replied} who="who replied" />,
            note: <RepliedNote campaign={campaign} />,
            mark: 'replied',
          } as const,
        ]
      : []),
    {
      label: 'Failed',
      value: (
        <PeopleLink campaign={campaign} state="failed" count={total_failed} who="who were not delivered to" />
      ),
      note: <FailedNote campaign={campaign} />,
      mark: 'failed',
    },
    {
      label: 'Pending',
      value: (
        <PeopleLink campaign={campaign} state="pending" count={pendingOf(campaign)} who="who are pending" />
      ),
      note: pendingNote(campaign, profiles),
      mark: 'pending',
    },
  ];
}

type PeopleLinkProps = {
  campaign: Campaign;
  state: PeopleFilter;
  count: number;
  /** Ends 'Show the 36 …', its accessible name. */
  who: string;
  /** The text shown instead of the number. */
  words?: string;
};

/** A figure that leads to the people it counts. */
function PeopleLink({ campaign, state, count, who, words = formatCount(count) }: PeopleLinkProps) {
  if (count === 0) return <span>{words}</span>;
  return (
    <Link
      to={paths.campaignPeople}
      params={{ id: campaign.id }}
      search={{ state }}
      aria-label={`${words}: show the ${formatCount(count)} ${who}`}
    >
      {words}
    </Link>
  );
}

/** The list, and the number of its recipients skipped because of an earlier message. */
function TotalNote({ campaign }: { campaign: CampaignDetails }) {
  const { skipped_messaged } = campaign;
  const list = hasEnded(campaign) ? null : <ListNote campaign={campaign} />;
  if (skipped_messaged === 0) return list;
  const more = skipped_messaged >= MESSAGED_COUNTED ? '+' : '';
  return (
    <span className={css.notes}>
      {list}
      <PeopleLink
        campaign={campaign}
        state="skipped"
        count={skipped_messaged}
        who="who were skipped"
        words={`${formatCount(skipped_messaged)}${more} messaged already`}
      />
    </span>
  );
}

function ListNote({ campaign: { list_id, list_name } }: { campaign: Campaign }) {
  const name = (
    <span title={list_name} dir="auto">
      {list_name}
    </span>
  );
  return list_id === null ? (
    name
  ) : (
    <Link to={paths.list} params={{ id: list_id }}>
      {name}
    </Link>
  );
}

function sentNote(campaign: Campaign): string | undefined {
  if (hasEnded(campaign)) return undefined;
  const { total_sent, total_failed } = campaign;
  const attempts = total_sent + total_failed;
  return attempts > 0 ? `${formatPercent((100 * total_sent) / attempts)} of attempts` : undefined;
}

/** '11.8% of sent, read 20 min ago' */
function RepliedNote({ campaign }: { campaign: CampaignDetails }) {
  const { total_sent, total_replied, replies_read_at } = campaign;
  const rate =
    total_sent > 0 ? `${formatPercent((100 * total_replied) / total_sent)} of sent` : 'Nobody was sent to';
  return (
    <>
      {rate}, {replies_read_at ? 'read ' : 'not read yet'}
      {replies_read_at ? <RelativeTime iso={replies_read_at} /> : null}
    </>
  );
}

/** '50 not found, 15 unclear': the parts of the figure above, each a link to its people. */
function FailedNote({ campaign }: { campaign: Campaign }) {
  const { total_sent, total_failed, total_not_found, total_uncertain } = campaign;
  if (total_failed === 0) return total_sent === 0 || hasEnded(campaign) ? undefined : 'None so far';
  const certain = total_failed - total_not_found - total_uncertain;
  const parts = [
    ['not_found', total_not_found, 'not found', 'who were not found'],
    ['uncertain', total_uncertain, 'unclear', 'whose outcome is unclear'],
    ['certainly_failed', certain, 'failed', 'who certainly got nothing'],
  ] as const;
  return (
    <span className={css.notes}>
      {parts.map(([state, count, word, who]) =>
        count > 0 ? (
          <PeopleLink
            key={state}
            campaign={campaign}
            state={state}
            count={count}
            who={who}
            words={`${formatCount(count)} ${word}`}
          />
        ) : null,
      )}
    </span>
  );
}

function pendingNote(
  campaign: CampaignDetails,
  profiles: ProfilePerformance[] | undefined,
): string | undefined {
  const { status, waiting_reason } = campaign;
  if (!profiles || hasEnded(campaign)) return undefined;
  const verb = status === 'running' && waiting_reason === null ? 'sending' : 'can send';
  const left = profiles.filter(({ deleted_at }) => deleted_at === null);
  const count = verb === 'sending' ? countSending(left) : countEligible(left);
  return `${formatCount(count)} of ${formatNoun(left.length, 'profile')} ${verb}`;
}
