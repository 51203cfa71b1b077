import type { NeedsYou } from '@pigeonpost/contract/calls/dashboard';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useNow } from '../../clock.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatRecent } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import css from './needs-you.module.css';
import { StandingRow } from './standing-row.tsx';
import { listNeeds, NeedRow } from './to-look-at.tsx';

/** What waits for the user, and what happened since the visit before; nothing where there is neither. */
export function NeedsYouCard({ needs }: { needs: NeedsYou }) {
  const toLookAt = listNeeds(needs);
  const count = needs.standing_count + toLookAt.length;
  if (count === 0) return <Since since={needs.since} className={css.alone} />;
  const hidden = needs.standing_count - needs.standing.length;
  return (
    <section className={css.card} aria-labelledby="needs-you-title">
      <div className={css.head}>
        <h2 id="needs-you-title">Needs you</h2>
        <span className={css.count}>{formatCount(count)}</span>
        <Since since={needs.since} className={css.since} />
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
      <h3 className={css.groupTitle}>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** 'Since Friday 18:04: 212 sent, 9 failed, Mug drop ended'; nothing where nothing happened. */
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
