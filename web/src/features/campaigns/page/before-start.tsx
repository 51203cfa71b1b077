import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatDay } from '../../../format/format-time.ts';
import { paths } from '../../../paths.ts';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import { useChangeMessage } from '../api.ts';
import { watchedPlanQuery } from '../plan/plan-api.ts';
import { WhatItWillDo } from '../plan/what-it-will-do.tsx';
import css from './before-start.module.css';
import { CampaignFigures } from './campaign-figures.tsx';

// Only a press asks for it.
const Reasons = lazyPart(() => import('../form/who-gets-it.tsx').then((m) => m.Reasons));

type BeforeStartProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/** What a campaign that has not begun will do (docs/behaviour.md#plan), over the figures, which are none yet. */
export function BeforeStart({ campaign, profiles }: BeforeStartProps) {
  const { id } = campaign;
  const { data: plan, error, refetch } = useQuery(watchedPlanQuery(id));
  return (
    <Card flush>
      <div className={css.ahead}>
        {plan ? (
          <Counted plan={plan} campaign={campaign} />
        ) : error ? (
          <p className="dimmed" role="alert">
            {failureLine(error, 'Failed to count who gets it.')}{' '}
            <button type="button" className="link text-button" onClick={() => refetch()}>
              Retry
            </button>
          </p>
        ) : (
          <p className={`${css.counting} dimmed`} data-days={lastsDays(campaign)} role="status">
            Counting who gets it…
          </p>
        )}
        <p className="dimmed">
          <Begins campaign={campaign} /> ·{' '}
          <Link className="link" to={paths.campaignPlan} params={{ id }}>
            See the plan
          </Link>
        </p>
      </div>
      <CampaignFigures campaign={campaign} profiles={profiles} />
    </Card>
  );
}

/** Those who do not get it have their names below, and a word for those without a value can be written there. */
function Counted({ plan, campaign }: { plan: Plan; campaign: CampaignDetails }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync } = useChangeMessage(campaign.id);
  const who = useId();
  const leftOut = plan.will_not.filter(({ count }) => count > 0);
  const text = {
    content: campaign.template_content,
    effect: 'Saving changes the message of this campaign only.',
    save: mutateAsync,
  };
  return (
    <>
      <WhatItWillDo
        plan={plan}
        forecast={plan.forecast}
        notAfter={plan.inputs.not_after}
        who={{ onPress: () => setOpen(!isOpen), opens: { isOpen, id: who } }}
      />
      <div id={who} className={css.reasons} hidden={!isOpen || leftOut.length === 0}>
        {isOpen ? <Reasons leftOut={leftOut} text={text} /> : null}
      </div>
    </>
  );
}

/** Whether there will be bars, by the end that the campaign itself knows already. */
function lastsDays({ end }: CampaignDetails): boolean {
  if (!end?.first_at) return false;
  return end.ends_at === null || formatDay(end.ends_at) !== formatDay(end.first_at);
}

function Begins({ campaign: { stage, start_at } }: { campaign: CampaignDetails }) {
  if (stage === 'overdue') return 'Starts when you press Start now';
  if (stage !== 'scheduled') return 'Starts when you press Start';
  return (
    <>
      Starts <DateTime iso={start_at} />
    </>
  );
}
