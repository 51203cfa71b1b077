import type { Agent } from '@pigeonpost/contract/calls/agents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../../api/session.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { paths, type ScreenPath } from '../../../paths.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { type Step, Steps } from '../../../ui/layout/steps.tsx';
import { agentsQuery } from '../../agents/api.ts';
import { formatAgent } from '../../agents/parts/format-agent.ts';
import { listPickerQuery } from '../../lists/api.ts';
import { activeProfileCountQuery } from '../../profiles/api.ts';
import { templatePickerQuery } from '../../templates/api.ts';
import { missingParts } from './missing-parts.ts';

/** What there is for a first campaign; undefined until it is known. */
type Parts = {
  /** One that is connected. */
  agent: Agent | undefined;
  profiles: number | undefined;
  templates: number | undefined;
  lists: number | undefined;
  /** In all lists together. */
  recipients: number | undefined;
};

/** No campaigns yet: four steps, ticked as they are done; the button says what is missing. */
export function FirstCampaign() {
  const isActive = useSubscriptionActive();
  const parts = useParts();
  const reason = isActive ? missingParts(parts) : 'Renew to create campaigns';
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
      <Steps steps={stepsOf(parts)} row />
    </EmptyState>
  );
}

function useParts(): Parts {
  const agents = useQuery(agentsQuery).data?.agents;
  const profiles = useQuery(activeProfileCountQuery).data;
  const templates = useQuery(templatePickerQuery()).data?.pagination.totalItems;
  const lists = useQuery(listPickerQuery()).data;
  return {
    agent: agents?.find(({ connected }) => connected),
    profiles,
    templates,
    lists: lists?.pagination.totalItems,
    recipients: lists?.lists.reduce((sum, { recipient_count }) => sum + recipient_count, 0),
  };
}

function stepsOf({ agent, profiles, templates, recipients }: Parts): Step[] {
  return [
    step({
      title: 'Start the agent',
      to: paths.settings,
      todo: 'Settings says how',
      done: agent && formatAgent(agent),
    }),
    step({
      title: 'Add a profile',
      to: paths.profiles,
      todo: 'Who writes',
      done: profiles && `${formatCount(profiles)} active`,
    }),
    step({
      title: 'Write a template',
      to: paths.templates,
      todo: 'What the message says',
      done: templates && `${formatCount(templates)} so far`,
    }),
    step({
      title: 'Fill a list',
      to: paths.lists,
      todo: 'Who it goes to',
      done: recipients && formatNoun(recipients, 'recipient'),
    }),
  ];
}

function step({
  title,
  to,
  todo,
  done,
}: {
  title: string;
  to: ScreenPath;
  todo: string;
  done: string | 0 | undefined;
}): Step {
  if (done) return { title, note: done, done: true };
  return { title: <Link to={to}>{title}</Link>, note: todo };
}
