import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount, formatNoun } from '../../ui/format-number.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { type Step, Steps } from '../../ui/steps.tsx';
import { agentsQuery, listPickerQuery, profilePickerQuery, templatePickerQuery } from './api.ts';
import { joinWords } from './join-words.ts';

/** The list before the first campaign: four steps, ticked as they are done; the button says what is missing. */
export function FirstCampaign() {
  const { steps, missing } = useFirstSteps();
  const isActive = useSubscriptionActive();
  const reason = isActive ? missing : 'Renew to create campaigns';
  return (
    <EmptyState
      title="No campaigns yet"
      sentence="A campaign sends one template to one list, a message at a time, from the profiles you choose."
      action={
        reason ? (
          <ReasonButton reason={reason}>Create your first campaign</ReasonButton>
        ) : (
          <ButtonLink to={paths.newCampaign}>Create your first campaign</ButtonLink>
        )
      }
    >
      <Steps steps={steps} row />
    </EmptyState>
  );
}

function useFirstSteps(): { steps: Step[]; missing: string | undefined } {
  const agents = useQuery(agentsQuery).data?.agents.filter(({ connected }) => connected);
  const profiles = useQuery(profilePickerQuery()).data?.profiles.filter(({ is_active }) => is_active === 1);
  const templates = useQuery(templatePickerQuery()).data?.templates;
  const lists = useQuery(listPickerQuery()).data?.lists;
  const recipients = lists?.reduce((sum, { recipient_count }) => sum + recipient_count, 0);
  const missing: string[] = [];
  if (profiles?.length === 0) missing.push('add a profile');
  if (templates?.length === 0) missing.push('write a template');
  if (lists?.length === 0) missing.push('fill a list');
  const [agent] = agents ?? [];
  return {
    missing: missing.length > 0 ? `First ${joinWords(missing)}` : undefined,
    steps: [
      step({
        title: 'Start the agent',
        todo: 'Beside your own Firefox',
        done: agent && `Running on ${agent.machine_name}`,
      }),
      step({
        title: 'Add a profile',
        to: paths.profiles,
        todo: 'Who writes',
        done: profiles?.length && `${formatCount(profiles.length)} active`,
      }),
      step({
        title: 'Write a template',
        to: paths.templates,
        todo: 'What the message says',
        done: templates?.length && `${formatCount(templates.length)} so far`,
      }),
      step({
        title: 'Fill a list',
        to: paths.lists,
        todo: 'Who it goes to',
        done: recipients && formatNoun(recipients, 'recipient'),
      }),
    ],
  };
}

type FirstStep = { title: string; to?: string; todo: string; done: string | number | undefined };

function step({ title, to, todo, done }: FirstStep): Step {
  const words: ReactNode = to && !done ? <Link to={to}>{title}</Link> : title;
  return { title: words, note: done || todo, done: Boolean(done) };
}
