import type { Overview as OverviewAnswer } from '@pigeonpost/contract/calls/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../api/session.ts';
import { ProgressBar } from '../../campaign-state/progress-bar.tsx';
import { StatusBadge } from '../../campaign-state/status-badge.tsx';
import { now } from '../../clock.ts';
import { formatCount, formatNoun, formatParts } from '../../format/format-number.ts';
import { formatTotalSize } from '../../format/format-size.ts';
import { formatAgo, formatDay } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { StatRow } from '../../ui/layout/stat-row.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { useUpdateTicket } from '../support/api.ts';
import { overviewQuery } from './api.ts';
import css from './overview.module.css';

const DAY_MS = 86_400_000;
const BYTES_IN_MB = 1_000_000;

type OverviewProps = { overview: OverviewAnswer | undefined; error: Error | null; onRetry: () => unknown };

/** An administrator's tasks: users, ending subscriptions, waiting tickets, running campaigns. */
export function Overview({ overview, error, onRetry }: OverviewProps) {
  if (!overview) {
    return error ? (
      <Card className={css.card}>
        <ErrorState title="The overview could not be fetched" error={error} onRetry={onRetry} />
      </Card>
    ) : null;
  }
  const { tickets, ending } = overview;
  return (
    <>
      {overview.disk_free === null ? null : (
        <Notice tone="failed" title="The server's disk is almost full.">
          {`${formatTotalSize(overview.disk_free / BYTES_IN_MB)} free. Make room: a database that cannot write stops everything that is sent.`}
        </Notice>
      )}
      <div className={css.overview}>
        <section className="surface" aria-label="Everybody's figures">
          <StatRow stats={statsOf(overview)} />
        </section>
        <div className={css.columns}>
          <Card
            flush
            title="Tickets that wait for us"
            aside={<All to={paths.support} count={tickets.total} />}
          >
            <Rows none="No ticket waits.">
              {tickets.waiting.map((ticket) => (
                <TicketRow key={ticket.id} ticket={ticket} />
              ))}
            </Rows>
          </Card>
          <Card flush title="Subscriptions that end" aside={<All to={paths.users} count={ending.total} />}>
            <Rows none="None ends within 14 days.">
              {ending.users.map((user) => (
                <EndingRow key={user.id} user={user} />
              ))}
            </Rows>
          </Card>
        </div>
        <RunningCampaigns running={overview.running} />
      </div>
    </>
  );
}

function statsOf({ users, ending, tickets, running }: OverviewAnswer) {
  const nowMs = now();
  const [first] = ending.users;
  return [
    {
      label: 'Users',
      value: formatCount(users.total),
      note: formatParts([
        [users.active, 'active'],
        [users.expired, 'expired'],
        [users.new_this_week, 'new this week'],
      ]),
    },
    {
      label: 'Subscriptions that end',
      value: formatCount(ending.total),
      note: `within 14 days${first ? `, the first ${inDays(first.subscription_end_date, nowMs)}` : ''}`,
    },
    {
      label: 'Tickets that wait for us',
      value: formatCount(tickets.total),
      note: tickets.oldest_at
        ? `${tickets.urgent > 0 ? `${formatCount(tickets.urgent)} urgent, ` : ''}the oldest ${formatAgo(tickets.oldest_at, nowMs)}`
        : 'nobody waits',
    },
    {
      label: 'Campaigns that run',
      value: formatCount(running.total),
      note: runningNote(running),
    },
  ];
}

function runningNote({ total, users, standing }: OverviewAnswer['running']): string {
  if (total === 0) return 'nothing is under way';
  const still = formatParts([[standing, `${standing === 1 ? 'stands' : 'stand'} still`]]);
  return `of ${formatNoun(users, 'user')}${still && `, ${still}`}`;
}

function All({ to, count }: { to: typeof paths.support | typeof paths.users; count: number }) {
  return (
    <Link to={to} className={`${css.all} dimmed`}>
      {`All ${formatCount(count)}`}
    </Link>
  );
}

function Rows({ none, children }: { none: string; children: React.ReactNode[] }) {
  return children.length > 0 ? <ul>{children}</ul> : <p className={`${css.none} dimmed`}>{none}</p>;
}

const PRIORITIES = { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' } as const;

function TicketRow({ ticket }: { ticket: OverviewAnswer['tickets']['waiting'][number] }) {
  const user = useUser();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useUpdateTicket(ticket.id);
  const take = async () => {
    try {
      await mutateAsync({ assigned_to: user?.id ?? null });
      await queries.invalidateQueries({ queryKey: overviewQuery.queryKey });
      toast.success('The ticket is yours.');
    } catch (error) {
      toast.failure(error, 'Failed to update ticket');
    }
  };
  return (
    <li className={css.row}>
      <div className="grow">
        <p className={`${css.name} one-line medium`} dir="auto">
          <Link to={paths.ticket} params={{ id: ticket.id }}>
            {ticket.subject}
          </Link>
        </p>
        <p className={`${css.note} dimmed`}>
          {ticket.created_by}, <RelativeTime iso={ticket.waiting_since} />
        </p>
      </div>
      <span className={css.priority} data-urgent={ticket.priority === 'urgent' || undefined}>
        {PRIORITIES[ticket.priority]}
      </span>
      {ticket.assigned_to === null ? (
        <ReasonButton variant="default" size="compact-sm" loading={isPending} onClick={take}>
          Take
        </ReasonButton>
      ) : (
        <span className={`${css.note} dimmed`}>
          {ticket.assigned_to === user?.id ? 'You' : ticket.assigned_to_name}
        </span>
      )}
    </li>
  );
}

function EndingRow({ user }: { user: OverviewAnswer['ending']['users'][number] }) {
  const { username, pack, running_campaigns, subscription_end_date } = user;
  const runs =
    running_campaigns > 0 ? `${formatNoun(running_campaigns, 'campaign')} running` : 'nothing running';
  return (
    <li className={css.row}>
      <div className="grow">
        <p className={`${css.name} one-line medium`} dir="auto">
          {username}
        </p>
        <p className={`${css.note} dimmed`}>{`${pack === 'pro' ? 'Pro' : 'Starter'}, ${runs}`}</p>
      </div>
      <p className={css.end}>
        <b>{inDays(subscription_end_date, now())}</b>
        <span className={`${css.note} dimmed`}>{formatDay(subscription_end_date)}</span>
      </p>
      <ButtonLink to={paths.users} search={{ search: username }} variant="default" size="compact-sm">
        Extend
      </ButtonLink>
    </li>
  );
}

function inDays(end: string, nowMs: number): string {
  const days = Math.floor((Date.parse(end) - nowMs) / DAY_MS);
  return days < 1 ? 'within a day' : `in ${formatNoun(days, 'day')}`;
}

/** All users' running campaigns, those that stand still first. */
function RunningCampaigns({ running }: { running: OverviewAnswer['running'] }) {
  const hidden = running.total - running.campaigns.length;
  return (
    <Card
      flush
      title="Campaigns that run"
      note={running.total > 0 ? 'Those that stand still first' : undefined}
      aside={hidden > 0 ? <span className={`${css.all} dimmed`}>{`${formatCount(hidden)} more`}</span> : null}
    >
      {running.campaigns.length === 0 ? <p className={`${css.none} dimmed`}>No campaign runs.</p> : null}
      <ul>
        {running.campaigns.map(
          ({
            id,
            name,
            username,
            waiting_reason,
            standstill,
            total_list,
            total_sent,
            total_failed,
            last_action_at,
          }) => (
            <li key={id} className={css.running}>
              <div className="grow">
                <p className={`${css.name} one-line medium`} dir="auto">
                  {name}
                </p>
                <p className={`${css.note} dimmed`}>{username}</p>
              </div>
              <div className={`${css.state} shrink`}>
                <StatusBadge status="running" standstill={standstill} />
                {waiting_reason ? <p className={`${css.note} dimmed`}>{waiting_reason}</p> : null}
              </div>
              <div className="grow">
                <ProgressBar
                  total={total_list}
                  sent={total_sent}
                  failed={total_failed}
                  running={standstill === null}
                />
                <p className={`${css.note} dimmed`}>
                  <b>{formatCount(total_sent)}</b> {`sent of ${formatCount(total_list)}`}
                </p>
              </div>
              <span className={`${css.last} dimmed`}>
                <RelativeTime iso={last_action_at} none="Nothing sent yet" />
              </span>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
