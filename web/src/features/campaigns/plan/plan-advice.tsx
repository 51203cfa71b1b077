import { Button } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Advice, Plan } from '@pigeonpost/contract/calls/plans';
import { adviceOf, newProfilesOf } from '@pigeonpost/contract/forecast/plan-advice';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { workWeek } from '../../../limits/week.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { agentsQuery } from '../../agents/api.ts';
import { canSend } from '../../agents/parts/format-agent.ts';
import { useBeginSlowly } from '../../profiles/api.ts';
import css from './plan.module.css';
import type { PlanTrial } from './use-plan-trial.ts';

const SHOWN = 3;

type PlanAdviceProps = { plan: Plan; trial: PlanTrial; campaign: Campaign };

/** What a plan advises, each with its press: three lines, and the others behind one (docs/behaviour.md#plan). */
export function PlanAdvice({ plan, trial, campaign }: PlanAdviceProps) {
  const [isOpen, setOpen] = useState(false);
  const agents = useQuery(agentsQuery).data?.agents;
  const { inputs, forecast } = trial;
  const hasAgent = agents?.some(canSend) ?? !plan.advice.some(({ kind }) => kind === 'no_agent');
  const advice = adviceOf({ plan, inputs, forecast, hasAgent });
  const more = advice.length - SHOWN;
  if (advice.length === 0) return null;
  return (
    <Card>
      <ul className={css.advice} aria-label="Advice">
        {advice.slice(0, isOpen ? advice.length : SHOWN).map((one) => (
          <li key={one.kind} className={css.adviceLine}>
            <IconAlertCircle size={18} aria-hidden="true" />
            <span className="grow" dir="auto">
              {one.text}
            </span>
            <Press kind={one.kind} plan={plan} trial={trial} campaign={campaign} />
          </li>
        ))}
      </ul>
      {more > 0 && !isOpen ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {more} more
        </Button>
      ) : null}
    </Card>
  );
}

function Press({ kind, plan, trial: { form }, campaign }: PlanAdviceProps & Pick<Advice, 'kind'>): ReactNode {
  if (kind === 'nobody')
    return campaign.list_id === null ? null : (
      <ButtonLink to={paths.list} params={{ id: campaign.list_id }} variant="subtle" size="compact-sm">
        Open the list
      </ButtonLink>
    );
  if (kind === 'new_profiles') return <BeginSlowly plan={plan} />;
  if (kind === 'no_agent')
    return (
      <ButtonLink to={paths.settings} search={{ line: 'token' }} variant="subtle" size="compact-sm">
        See agents
      </ButtonLink>
    );
  const [words, press] = {
    not_reached: ['Remove the last moment', () => form.setValues({ has_last: false })] as const,
    overlap: ['Choose a time', () => focusField('#plan-when input')] as const,
    no_hours: [
      'Set hours',
      () => {
        form.setValues({ account_hours: workWeek() });
        focusField('#plan-hours input');
      },
    ] as const,
    look: ['Have a look', () => focusField('#plan-doubts button')] as const,
    long: ['Change how much', () => focusField('#plan-fields input')] as const,
  }[kind];
  return (
    <Button variant="subtle" size="compact-sm" onClick={press}>
      {words}
    </Button>
  );
}

/** After the press has moved the page. */
const focusField = (field: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(field)?.focus());

function BeginSlowly({ plan }: { plan: Plan }) {
  const { mutate, isPending } = useBeginSlowly();
  const isActive = useSubscriptionActive();
  const profiles = newProfilesOf(plan).map(({ profile_id, profile_name }) => ({
    id: profile_id,
    profile_name,
  }));
  return (
    <ReasonButton
      variant="subtle"
      size="compact-sm"
      loading={isPending}
      reason={isActive ? undefined : 'Renew to change profiles'}
      onClick={() => mutate(profiles)}
    >
      Begin slowly
    </ReasonButton>
  );
}
