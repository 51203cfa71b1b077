import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { countWords } from '@pigeonpost/contract/plan-words';
import { IconCalendarClock, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { formatClock } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SendTest } from '../tests/parts/send-test.tsx';
import { campaignPlanQuery, campaignQuery } from './api.ts';
import { useCampaignActions, useStartOffReason } from './campaign-actions.ts';
import { CampaignNotFound } from './campaign-not-found.tsx';
import { endWords, fullMoment } from './forecast-words.ts';
import { useLiveCampaign } from './live.ts';
import { hasEnded, shownCampaignName } from './parts/campaign-state.ts';
import { StatusBadge } from './parts/status-badge.tsx';
import css from './plan.module.css';
import { PlanAdvice } from './plan-advice.tsx';
import { PlanDays } from './plan-days.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlanLook } from './plan-look.tsx';
import { PlanPeople } from './plan-people.tsx';
import { PlanProfiles } from './plan-profiles.tsx';
import { PlanSample } from './plan-sample.tsx';
import { PlanSkeleton } from './plan-skeleton.tsx';
import { type PlanTrial, usePlanTrial } from './use-plan-trial.ts';

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then((m) => m.ScheduleDialog));

const route = getRouteApi('/users/campaigns/$id/plan');

const RECOUNT_MS = 30_000;
const RECOUNTED_MAX = 100_000;

/** Who will get a campaign, by which profiles, and when it ends (docs/behaviour.md#plan). */
export function PlanPage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <PlanOf key={id} id={id} /> : <CampaignNotFound />;
}

function PlanOf({ id }: { id: number }) {
  const campaign = useQuery(campaignQuery(id));
  const isDraft = campaign.data?.stage === 'draft';
  const isPlanned = campaign.data !== undefined && !hasEnded(campaign.data) && !isDraft;
  const plan = useQuery({
    ...campaignPlanQuery(id),
    enabled: isPlanned,
    // Lists, hours and caps may change in another window. A long list takes seconds to count.
    refetchInterval: ({ state: { data } }) => (data && data.in_list <= RECOUNTED_MAX ? RECOUNT_MS : false),
  });
  useLiveCampaign(id);
  const error = campaign.error ?? plan.error;
  if (error instanceof ApiError && error.status === 404) return <CampaignNotFound />;
  const refetch = () => Promise.all([campaign.refetch(), plan.refetch()]);
  return (
    <>
      <Breadcrumbs
        section="Campaigns"
        to={paths.campaigns}
        current={campaign.data ? `Plan of ${shownCampaignName(campaign.data)}` : 'Plan'}
      />
      {campaign.data ? <PlanHeader campaign={campaign.data} plan={plan.data} onRefresh={refetch} /> : null}
      {campaign.data && !isPlanned ? (
        <Card>
          <p>
            {isDraft ? 'This is a draft. It has no plan yet.' : 'This campaign has ended.'}{' '}
            <Link className="link" to={paths.campaign} params={{ id }}>
              {isDraft ? 'Finish it' : 'See what it did'}
            </Link>
          </p>
        </Card>
      ) : plan.data && campaign.data ? (
        <PlanBody plan={plan.data} campaign={campaign.data} />
      ) : error ? (
        <Card>
          <ErrorState title="Failed to fetch the plan" error={error} onRetry={refetch} />
        </Card>
      ) : (
        <PlanSkeleton />
      )}
    </>
  );
}

type PlanHeaderProps = { campaign: Campaign; plan: Plan | undefined; onRefresh: () => void };

function PlanHeader({ campaign, plan, onRefresh }: PlanHeaderProps) {
  const navigate = useNavigate();
  const { start } = useCampaignActions(campaign, { hasBar: true });
  const isActive = useSubscriptionActive();
  const [isScheduled, setScheduled] = useKeptState(`schedule of campaign ${campaign.id}`, false);
  const offReason = useStartOffReason(campaign, undefined);
  const reason = plan?.will === 0 ? 'Nobody would be written to' : offReason;
  const begin = async () => {
    void start();
    await navigate({ to: paths.campaign, params: { id: campaign.id } });
  };
  return (
    <PageHeader
      title={`Plan of ${shownCampaignName(campaign)}`}
      badge={<StatusBadge status={campaign.status} stage={campaign.stage} standstill={campaign.standstill} />}
      note={
        <>
          <bdi>{campaign.list_name}</bdi>
          {plan ? ` · As of ${formatClock(plan.as_of)}, nothing is sent by looking · ` : null}
          {plan ? (
            <button type="button" className="link text-button" onClick={onRefresh}>
              Refresh
            </button>
          ) : null}
        </>
      }
      actions={
        <>
          {campaign.template_content ? <SendTest text={campaign.template_content} /> : null}
          {campaign.status === 'pending' && campaign.stage === null ? (
            <ReasonButton
              variant="default"
              reason={isActive ? undefined : 'Renew to schedule campaigns'}
              leftSection={<IconCalendarClock size={16} />}
              onClick={() => setScheduled(true)}
            >
              Schedule
            </ReasonButton>
          ) : null}
          {campaignCan('start', campaign.status) && campaign.stage !== 'draft' ? (
            <ReasonButton reason={reason} leftSection={<IconPlayerPlay size={16} />} onClick={begin}>
              {campaign.start_at === null ? 'Start' : 'Start now'}
            </ReasonButton>
          ) : null}
          {isScheduled ? <ScheduleDialog campaign={campaign} onClose={() => setScheduled(false)} /> : null}
        </>
      }
    />
  );
}

function PlanBody({ plan, campaign }: { plan: Plan; campaign: CampaignDetails }) {
  const trial = usePlanTrial(plan, campaign);
  // Kept, because a key that is typed changes none of it.
  const people = useMemo(
    () => (
      // Together, so that the focus of a group that was left out goes to the numbers above it.
      <div className="stack">
        <PlanPeople plan={plan} campaign={campaign} />
        <PlanLook plan={plan} campaign={campaign} />
      </div>
    ),
    [plan, campaign],
  );
  const sample = useMemo(() => <PlanSample id={campaign.id} plan={plan} />, [plan, campaign.id]);
  return (
    <div className="stack">
      <PlanEnd plan={plan} trial={trial} />
      <PlanAdvice plan={plan} trial={trial} campaign={campaign} />
      <div className={css.columns}>
        <div className="stack shrink">
          {people}
          <PlanProfiles plan={plan} trial={mayChooseProfiles(campaign) ? trial : undefined} />
          {sample}
        </div>
        <PlanFields trial={trial} campaign={campaign} />
      </div>
    </div>
  );
}

/** How many get it, and when that ends. While a field has an error, the last forecast stays, greyed. */
function PlanEnd({ plan, trial }: { plan: Plan; trial: PlanTrial }) {
  const nowMs = Date.parse(plan.as_of);
  const { forecast, inputs, hasErrors } = trial;
  const { will, in_list } = plan;
  const end = endWords(forecast, { nowMs, notAfter: inputs.not_after });
  const days = forecast.days.filter(({ messages }) => messages > 0).length;
  return (
    <Card className={hasErrors ? css.stale : undefined}>
      <div className={css.top}>
        <p>
          <span className={css.number}>
            {countWords(will, plan.is_counted_to_end)} {will === 1 ? 'person' : 'people'}
          </span>{' '}
          <span className="dimmed">of {formatCount(in_list)} in the list</span>
        </p>
        {will === 0 ? (
          <p>Nobody would be written to</p>
        ) : end ? (
          <div className={css.end} role="status">
            <p>
              Ends <b>{end.moment}</b>
              {end.range ? `, ${end.range}` : ''}
            </p>
            <p className="dimmed">
              First message {fullMoment(forecast.first_at ?? plan.as_of, nowMs)} · {formatNoun(days, 'day')}
            </p>
          </div>
        ) : (
          <p>No profile can send</p>
        )}
      </div>
      <PlanDays days={forecast.days} nowMs={nowMs} />
    </Card>
  );
}

/** A follow-up keeps its profiles; so does a campaign that has started. */
function mayChooseProfiles({ status, nth_follow_up }: CampaignDetails): boolean {
  return status === 'pending' && !nth_follow_up;
}
