import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { IconCalendarClock, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { campaignQuery } from '../../../campaign-state/campaign-queries.ts';
import { hasEnded, shownCampaignName } from '../../../campaign-state/campaign-state.ts';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { now } from '../../../clock.ts';
import { formatClock } from '../../../format/format-time.ts';
import { paths } from '../../../paths.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { Breadcrumbs } from '../../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { SendTest } from '../../templates/parts/send-test.tsx';
import { useCampaignActions, useStartOffReason } from '../campaign-actions.ts';
import { CampaignNotFound } from '../campaign-not-found.tsx';
import { useLiveCampaign } from '../live.ts';
import css from './plan.module.css';
import { PlanAdvice } from './plan-advice.tsx';
import { watchedPlanQuery } from './plan-api.ts';
import { PlanDoubts } from './plan-doubts.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlanPeople } from './plan-people.tsx';
import { PlanProfiles } from './plan-profiles.tsx';
import { PlanSample } from './plan-sample.tsx';
import { PlanSkeleton } from './plan-skeleton.tsx';
import { usePlanTrial } from './use-plan-trial.ts';
import { WhatItWillDo } from './what-it-will-do.tsx';

const ScheduleDialog = lazyPart(() => import('../limits/schedule-dialog.tsx').then((m) => m.ScheduleDialog));

const route = getRouteApi('/users/campaigns/$id/plan');

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
    ...watchedPlanQuery(id),
    enabled: isPlanned,
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
      ) : campaign.data ? (
        <PlanSkeleton />
      ) : (
        <h1 className="visually-hidden">Loading plan</h1>
      )}
    </>
  );
}

type PlanHeaderProps = { campaign: CampaignDetails; plan: Plan | undefined; onRefresh: () => void };

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
          {/* Its place is kept until the plan is there. */}
          <span className={plan ? undefined : css.notYet}>
            {` · As of ${formatClock(plan?.as_of ?? now())}, nothing is sent by looking · `}
            <button type="button" className="link text-button" onClick={onRefresh}>
              Refresh
            </button>
          </span>
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
            <ReasonButton
              className={css.start}
              reason={reason}
              leftSection={<IconPlayerPlay size={16} />}
              onClick={begin}
            >
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
      // Together, so that the focus of a group that was taken out goes to the numbers above it.
      <div className="stack">
        <PlanPeople plan={plan} campaign={campaign} />
        <PlanDoubts plan={plan} campaign={campaign} />
      </div>
    ),
    [plan, campaign],
  );
  const sample = useMemo(() => <PlanSample id={campaign.id} plan={plan} />, [plan, campaign.id]);
  return (
    <div className="stack">
      <Card>
        <WhatItWillDo
          plan={plan}
          forecast={trial.forecast}
          notAfter={trial.inputs.not_after}
          isStale={trial.hasErrors}
          hasTable
        />
      </Card>
      <div className={css.columns}>
        <div className="stack shrink">
          {people}
          <PlanAdvice plan={plan} trial={trial} campaign={campaign} />
          <PlanProfiles plan={plan} trial={trial} mayChoose={mayChooseProfiles(campaign)} />
        </div>
        <div className={css.fields}>
          <PlanFields trial={trial} campaign={campaign} />
        </div>
        {sample}
      </div>
    </div>
  );
}

/** A follow-up keeps its profiles; so does a campaign that has started. */
function mayChooseProfiles({ status, nth_follow_up }: CampaignDetails): boolean {
  return status === 'pending' && !nth_follow_up;
}
