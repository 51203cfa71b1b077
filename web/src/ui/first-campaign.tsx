import { Link } from '@tanstack/react-router';
import { useSubscriptionActive } from '../api/session.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from './button-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { formatCount, formatNoun } from './format-number.ts';
import { joinWords } from './join-words.ts';
import { ReasonButton } from './reason-button.tsx';
import { type Step, Steps } from './steps.tsx';

/** What is there for a first campaign; undefined until it is known. */
export type FirstCampaignProps = {
  /** A machine whose agent is connected. */
  machine: string | undefined;
  activeProfiles: number | undefined;
  templates: number | undefined;
  /** In all lists together. */
  recipients: number | undefined;
};

/** No campaigns yet: four steps, ticked as they are done; the button says what is missing. */
export function FirstCampaign(props: FirstCampaignProps) {
  const isActive = useSubscriptionActive();
  const reason = isActive ? missingWords(props) : 'Renew to create campaigns';
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
      <Steps steps={stepsOf(props)} row />
    </EmptyState>
  );
}

function stepsOf({ machine, activeProfiles, templates, recipients }: FirstCampaignProps): Step[] {
  return [
    step({
      title: 'Start the agent',
      to: paths.settings,
      todo: 'How is in Settings',
      done: machine && `Running on ${machine}`,
    }),
    step({
      title: 'Add a profile',
      to: paths.profiles,
      todo: 'Who writes',
      done: activeProfiles && `${formatCount(activeProfiles)} active`,
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
  to: string;
  todo: string;
  done: string | 0 | undefined;
}): Step {
  if (done) return { title, note: done, done: true };
  return { title: <Link to={to}>{title}</Link>, note: todo };
}

/** 'First add a profile and write a template'; the agent may come later. */
function missingWords({ activeProfiles, templates, recipients }: FirstCampaignProps): string | undefined {
  const missing = [
    activeProfiles === 0 ? 'add a profile' : '',
    templates === 0 ? 'write a template' : '',
    recipients === 0 ? 'fill a list' : '',
  ].filter(Boolean);
  return missing.length > 0 ? `First ${joinWords(missing)}` : undefined;
}
