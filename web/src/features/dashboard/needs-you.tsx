import type { NeedsYou, StandingCampaign } from '@pigeonpost/contract/calls/dashboard';
import { IconAlertTriangle, IconBrandFirefox, IconHistory, IconHourglass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useNow } from '../../clock.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatAhead, formatRecent } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import css from './needs-you.module.css';
import { NextAct } from './parts/presses.tsx';
import { listNeeds, NeedRow } from './to-look-at.tsx';

/** What waits for the user, and what happened since the previous visit; nothing if there is neither. */
export function NeedsYouCard({ needs }: { needs: NeedsYou }) {
  const toLookAt = listNeeds(needs);
  const count = needs.standing_count + toLookAt.length;
  if (count === 0) return <Since since={needs.since} className={`${css.alone} dimmed`} />;
  const hidden = needs.standing_count - needs.standing.length;
  return (
    <section className={css.card} aria-labelledby="needs-you-title">
      <div className={css.head}>
        <h2 id="needs-you-title">Needs you</h2>
        <span className={css.count}>{formatCount(count)}</span>
        <Since since={needs.since} className={`${css.since} dimmed`} />
      </div>
      <div className={css.groups}>
        {needs.standing.length > 0 ? (
          <Group title="Stand still">
            {needs.standing.map((campaign) => (
              <StandingRow key={campaign.campaign_id} campaign={campaign} />
            ))}
            {hidden > 0 ? (
              <li className={css.more}>
                <Link to={paths.campaigns}>{`${formatCount(hidden)} more in Campaigns`}</Link>
              </li>
            ) : null}
          </Group>
        ) : null}
        {toLookAt.length > 0 ? (
          <Group title="To look at">
            {toLookAt.map((need) => (
              <NeedRow key={need.key} need={need} />
            ))}
          </Group>
        ) : null}
      </div>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.group} aria-label={title}>
      <h3 className={`${css.groupTitle} note`}>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** 'Since Friday 18:04: 212 sent, 9 failed, Mug drop ended'; nothing if nothing happened. */
function Since({ since, className }: { since: NeedsYou['since']; className: string | undefined }) {
  const nowMs = useNow(60);
  if (!since || since.sent + since.failed + since.ended_count === 0) return null;
  const more = since.ended_count - since.ended.length;
  const parts: ReactNode[] = [
    ...(since.sent > 0 ? [<b key="sent">{`${formatCount(since.sent)} sent`}</b>] : []),
    ...(since.failed > 0 ? [<b key="failed">{`${formatCount(since.failed)} failed`}</b>] : []),
    ...since.ended.map(({ id, name }) => (
      <Link key={id} to={paths.campaign} params={{ id }} dir="auto">
        {name}
      </Link>
    )),
    ...(more > 0 ? [<span key="more">{`${formatCount(more)} more`}</span>] : []),
  ];
  return (
    <p className={className}>
      <IconHistory size={16} aria-hidden="true" />
      <span>
        {`Since ${formatRecent(since.at, nowMs)}: `}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity but their place
          <Fragment key={index}>
            {index > 0 ? ', ' : null}
            {part}
          </Fragment>
        ))}
        {since.ended_count > 0 ? ' ended' : null}
      </span>
    </p>
  );
}

type StandingRowProps = { campaign: StandingCampaign };

/** A campaign that stands still: why, how many wait, and the one action that lets it go on. */
function StandingRow({ campaign }: StandingRowProps) {
  const { campaign_id, name, reason, pending, act } = campaign;
  const Icon = ICONS[act] ?? IconAlertTriangle;
  return (
    <li className={css.row}>
      <Icon size={18} aria-hidden="true" className={css.icon} />
      <div className={`${css.words} grow`}>
        <p className={`${css.title} medium`}>
          <Link to={paths.campaign} params={{ id: campaign_id }} dir="auto">
            {name}
          </Link>
          <State campaign={campaign} />
        </p>
        <p className={`${css.note} dimmed`}>
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

function State({ campaign: { status, start_at } }: StandingRowProps) {
  const nowMs = useNow(60);
  if (status === 'paused') return ' is paused';
  return status === 'running' || start_at === null
    ? ' waits'
    : ` was to start ${formatAhead(start_at, nowMs)}`;
}

const ICONS: Partial<Record<StandingCampaign['act'], typeof IconHourglass>> = {
  close_windows: IconBrandFirefox,
  look: IconHourglass,
};
