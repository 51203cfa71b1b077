import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { storedToken } from '../../../api/client.ts';
import { useSubscriptionActive } from '../../../api/session.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { maskToken } from '../../../format/mask-token.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Postmark } from '../../../ui/layout/postmark.tsx';
import { type Step, Steps } from '../../../ui/layout/steps.tsx';
import { AgentStart } from '../../agents/parts/agent-start.tsx';
import { formatAgent } from '../../agents/parts/format-agent.ts';
import { NewListDialog } from '../../lists/parts/new-list-dialog.tsx';
import { ProfileDialog } from '../../profiles/parts/lazy-profile-dialog.ts';
import { ImportDialog } from '../../recipients/parts/lazy-import-dialog.ts';
import { TemplateDialog } from '../../templates/parts/lazy-template-dialog.ts';
import css from './first-campaign.module.css';
import { missingPrerequisites } from './missing-prerequisites.ts';
import { type Setup, useSetup } from './setup.ts';

type Opened = 'profile' | 'template' | 'list' | 'import' | undefined;

/** No campaigns yet: four steps, each done in place and ticked once it is; the last line says what is missing. */
export function FirstCampaign() {
  const isActive = useSubscriptionActive();
  const setup = useSetup();
  const [opened, setOpened] = useState<Opened>();
  return (
    <section className={css.first} aria-labelledby="first-campaign-title">
      <div className={css.head}>
        <div>
          <h2 id="first-campaign-title" className={css.title}>
            No campaigns yet
          </h2>
          <p className={css.sentence}>
            A campaign sends one template to one list, a message at a time, from the profiles you choose. Four
            steps, and the first can begin.
          </p>
        </div>
        <Postmark />
      </div>
      <Steps
        ruled
        steps={[
          agentStep(setup),
          ...stepsOf({ setup, offReason: isActive ? undefined : 'Renew first', onOpen: setOpened }),
          {
            title: 'Create and start',
            note: 'With a look at the message before anything is sent',
            action: (
              <CreateButton reason={isActive ? missingPrerequisites(setup) : 'Renew to create campaigns'} />
            ),
          },
        ]}
      />
      <OpenedDialog opened={opened} list_id={setup.emptyListId} onClose={() => setOpened(undefined)} />
    </section>
  );
}

function CreateButton({ reason }: { reason: string | undefined }) {
  return reason ? (
    <ReasonButton reason={reason}>Create your first campaign</ReasonButton>
  ) : (
    <ButtonLink to={paths.newCampaign}>Create your first campaign</ButtonLink>
  );
}

/** The only step that is taken outside of the browser: what it needs stands in it. */
function agentStep({ agent, isStartKnown }: Setup): Step {
  const title = 'Start the agent';
  if (agent) return { title, note: formatAgent(agent), done: true };
  const token = storedToken() ?? '';
  return {
    title,
    note: 'The small program beside your own Firefox that opens your profiles and sends. This page goes on by itself.',
    waiting: true,
    children: isStartKnown ? (
      <div className={css.agent}>
        <AgentStart />
        <div>
          <p className={css.label}>
            It shows a code: press Connect on the page that it opens, or{' '}
            <Link to={paths.pair}>enter the code</Link>. It takes your token as well:
          </p>
          <CopyField text={token} shown={maskToken(token)} label="Copy token" />
        </div>
      </div>
    ) : null,
  };
}

type StepsOf = {
  setup: Setup;
  /** Why nothing can be made. */
  offReason: string | undefined;
  onOpen: (opened: Opened) => void;
};

function stepsOf({ setup, offReason, onOpen }: StepsOf): Step[] {
  const { profiles, templates, lists, recipients, emptyListId } = setup;
  const isEmptyList = lists !== undefined && lists > 0 && recipients === 0 && emptyListId !== undefined;
  const step = (words: {
    title: string;
    todo: string;
    done: string | 0 | undefined;
    press: string;
    opens: Opened;
  }) => ({
    title: words.title,
    note: words.done || words.todo,
    done: Boolean(words.done),
    // The same button before and after: what had the focus still has it once the step is ticked.
    action: (
      <ReasonButton variant="default" reason={offReason} onClick={() => onOpen(words.opens)}>
        {words.press}
      </ReasonButton>
    ),
  });
  return [
    step({
      title: 'Add a profile',
      todo: 'Who writes: a Firefox profile that is signed in to one account',
      done: profiles && `${formatCount(profiles)} active`,
      press: 'Add Profile',
      opens: 'profile',
    }),
    step({
      title: 'Write a template',
      todo: 'What the message says',
      done: templates && `${formatCount(templates)} so far`,
      press: 'Create Template',
      opens: 'template',
    }),
    step({
      title: 'Fill a list',
      todo: isEmptyList ? 'The list is there, and nobody is in it yet' : 'Who it goes to',
      done: recipients && formatNoun(recipients, 'recipient'),
      press: isEmptyList ? 'Bulk Import' : 'Create List',
      opens: isEmptyList ? 'import' : 'list',
    }),
  ];
}

type OpenedDialogProps = { opened: Opened; list_id: number | undefined; onClose: () => void };

function OpenedDialog({ opened, list_id, onClose }: OpenedDialogProps) {
  if (opened === 'profile') return <ProfileDialog profile={undefined} onClose={onClose} />;
  if (opened === 'template') {
    return <TemplateDialog draft={{ name: '', content: '' }} readAs="" onClose={onClose} />;
  }
  if (opened === 'list') return <NewListDialog onClose={onClose} />;
  return opened === 'import' && list_id !== undefined ? (
    <ImportDialog list_id={list_id} onClose={onClose} />
  ) : null;
}
