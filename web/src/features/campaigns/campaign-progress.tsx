import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { type PeopleFilter, pendingOf } from '@pigeonpost/contract/campaigns';
import { MESSAGED_COUNTED } from '@pigeonpost/contract/limits';
import { Link } from '@tanstack/react-router';
import { formatCount, formatNoun, formatPercent } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/layout/card.tsx';
import { type Stat, StatRow } from '../../ui/layout/stat-row.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import css from './campaign-page.module.css';
import { Forecast } from './forecast.tsx';
import { countEligible, countSending, showsReplies } from './parts/campaign-state.ts';
import { exactPercent, progressOf } from './parts/progress.ts';
import { ProgressBar } from './parts/progress-bar.tsx';
import { useIsSending } from './parts/standstill.ts';

type CampaignProgressProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/** Percent, time and forecast first; then the bar, and its legend in figures. */
export function CampaignProgress({ campaign, profiles }: CampaignProgressProps) {
  const progress = progressOf(campaign);
  const { total_list, total_sent, total_failed } = campaign;
  const isSending = useIsSending(campaign);
  return (
    <Card flush>
      <div className={css.progressHead}>
        <p className={css.done}>
          <span className={css.percent}>{exactPercent(progress)}</span>{' '}
          <span className={css.of}>
            {formatCount(total_sent + total_failed)} of {formatCount(total_list)} done
          </span>
        </p>
        <Forecast campaign={campaign} profiles={profiles} />
        <div className={css.bar}>
          <ProgressBar {...progress} running={isSending} thick />
        </div>
      </div>
      <div className={`${css.stats} ${css.figures}`}>
        <StatRow stats={statsOf(campaign, profiles)} />
      </div>
    </Card>
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
  if (skipped_messaged === 0) return <ListNote campaign={campaign} />;
  const more = skipped_messaged >= MESSAGED_COUNTED ? '+' : '';
  return (
    <span className={css.notes}>
      <ListNote campaign={campaign} />
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

function sentNote({ total_sent, total_failed }: Campaign): string {
  const attempts = total_sent + total_failed;
  return attempts > 0 ? `${formatPercent((100 * total_sent) / attempts)} of attempts` : 'No attempts yet';
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

/** 'not found 50, unclear 15, failed 0': the parts of the figure above, each a link to its people. */
function FailedNote({ campaign }: { campaign: Campaign }) {
  const { total_failed, total_not_found, total_uncertain } = campaign;
  if (total_failed === 0) return 'None so far';
  const certain = total_failed - total_not_found - total_uncertain;
  return (
    <span className={css.notes}>
      <PeopleLink
        campaign={campaign}
        state="not_found"
        count={total_not_found}
        who="who were not found"
        words={`not found ${formatCount(total_not_found)}`}
      />
      <PeopleLink
        campaign={campaign}
        state="uncertain"
        count={total_uncertain}
        who="whose outcome is unclear"
        words={`unclear ${formatCount(total_uncertain)}`}
      />
      <PeopleLink
        campaign={campaign}
        state="certainly_failed"
        count={certain}
        who="who certainly got nothing"
        words={`failed ${formatCount(certain)}`}
      />
    </span>
  );
}

function pendingNote(
  campaign: CampaignDetails,
  profiles: ProfilePerformance[] | undefined,
): string | undefined {
  const { status, waiting_reason } = campaign;
  if (status === 'completed' || status === 'failed') {
    return pendingOf(campaign) > 0 ? 'Stay pending in the list' : 'Nobody left';
  }
  if (!profiles) return undefined;
  const verb = status === 'running' && waiting_reason === null ? 'sending' : 'can send';
  const left = profiles.filter(({ deleted_at }) => deleted_at === null);
  const count = verb === 'sending' ? countSending(left) : countEligible(left);
  return `${formatCount(count)} of ${formatNoun(left.length, 'profile')} ${verb}`;
}
