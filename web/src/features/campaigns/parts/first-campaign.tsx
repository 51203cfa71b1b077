import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatSite } from '../../../account/site-words.ts';
import { BASE_URL, storedToken } from '../../../api/client.ts';
import { useSubscriptionActive } from '../../../api/session.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { maskToken } from '../../../format/mask-token.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { Postmark } from '../../../ui/layout/postmark.tsx';
import { type Step, Steps } from '../../../ui/layout/steps.tsx';
import { AgentStart } from '../../agents/parts/agent-start.tsx';
import { formatAgent } from '../../agents/parts/format-agent.ts';
import { FirstProfile } from '../../profiles/parts/first-profile.tsx';
import { ProfileDialog } from '../../profiles/parts/lazy-profile-dialog.ts';
import { ImportDialog, NewListDialog } from '../../recipients/parts/lazy-import-dialog.ts';
import { SiteForm } from '../../site/parts/site-form.tsx';
import { SiteMachines } from '../../site/parts/site-machines.tsx';
import { NEW_TEMPLATE } from '../../templates/api.ts';
import { TemplateDialog } from '../../templates/parts/lazy-template-dialog.ts';
import css from './first-campaign.module.css';
import { missingPrerequisites } from './missing-prerequisites.ts';
import { type Setup, useSetup } from './setup.ts';

type Opened = 'profile' | 'template' | 'list' | 'import' | undefined;

/** The content of an open step, and whether it is done. */
type FirstStep = Pick<Step, 'title' | 'note' | 'done'> & Pick<Step, 'action' | 'children'>;

const WORDS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** Without campaigns: the steps to the first one, each done in place and then ticked. Only the step that is due is open. */
export function FirstCampaign() {
  const isActive = useSubscriptionActive();
  const setup = useSetup();
  const [opened, setOpened] = useKeptState<Opened>('dialog of a first campaign', undefined);
  const offReason = isActive ? undefined : 'Renew first';
  const steps = stepsOf({ setup, offReason, onOpen: setOpened });
  const due = steps.findIndex(({ done }) => !done);
  const count = steps.filter(({ done }) => done).length;
  // A person may take another step first; after each step the next due one opens.
  const [chosen, setChosen] = useState({ due, index: due });
  if (chosen.due !== due) setChosen({ due, index: due });
  if (!setup.isKnown) return null;
  return (
    <>
      <section className={`${css.first} surface`} aria-labelledby="first-campaign-title">
        <div className={css.head}>
          <div>
            <h2 id="first-campaign-title" className={`${css.none} dimmed`}>
              No campaigns yet
            </h2>
            <p className={css.title}>{`${WORDS[steps.length]} steps to your first message`}</p>
            <p className={css.sentence}>
              {count === 0 ? 'About ten minutes.' : `${WORDS[count]} ${count === 1 ? 'is' : 'are'} done.`} You
              can leave and come back: this page continues where you are.
            </p>
          </div>
          <Postmark />
        </div>
        <Steps
          ruled
          steps={steps.map(({ action, children, ...step }, index) => {
            const isOpen = index === chosen.index;
            const isLast = index === steps.length - 1;
            return {
              ...step,
              current: index === due,
              onOpen: isOpen || step.done || isLast ? undefined : () => setChosen({ due, index }),
              // The last button says what is missing, whichever step is open.
              ...(isOpen || isLast ? { action } : {}),
              ...(isOpen ? { children } : {}),
            };
          })}
        />
        <OpenedDialog opened={opened} list_id={setup.emptyListId} onClose={() => setOpened(undefined)} />
      </section>
      <p className={css.help}>
        Stuck? <Link to={paths.support}>Write to support</Link>, or ask the person who runs this server.
      </p>
    </>
  );
}

type StepsOf = {
  setup: Setup;
  /** Why nothing can be made. */
  offReason: string | undefined;
  onOpen: (opened: Opened) => void;
};

function stepsOf({ setup, offReason, onOpen }: StepsOf): FirstStep[] {
  const { agent, profiles, templates, lists, recipients, emptyListId, isSiteAsked, site } = setup;
  const isEmptyList = lists !== undefined && lists > 0 && recipients === 0 && emptyListId !== undefined;
  const button = (words: string, opens: Opened) => (
    <ReasonButton reason={offReason} onClick={() => onOpen(opens)}>
      {words}
    </ReasonButton>
  );
  const siteStep: FirstStep = {
    title: 'Choose your site',
    note: site ? formatSite(site) : 'Where your messages go',
    done: site !== null && agent?.site_error == null,
    children: (
      <div className={css.site}>
        <SiteForm site={site} offReason={offReason} />
        <SiteMachines />
      </div>
    ),
  };
  return [
    ...(isSiteAsked ? [siteStep] : []),
    {
      title: 'Start the agent',
      note: agent
        ? formatAgent(agent)
        : 'A small program on your computer. It opens your Firefox profiles and sends.',
      done: agent !== undefined,
      children: <AgentStep />,
    },
    {
      title: 'Add a profile',
      note: profiles
        ? `${formatCount(profiles)} active`
        : 'A Firefox of its own for one account. Your everyday Firefox is never used.',
      done: Boolean(profiles),
      children: <FirstProfile agent={agent} offReason={offReason} onAdd={() => onOpen('profile')} />,
    },
    {
      title: 'Write a template',
      note: templates ? `${formatCount(templates)} so far` : 'What the message says',
      done: Boolean(templates),
      action: button('Create Template', 'template'),
    },
    {
      title: 'Fill a list',
      note:
        (recipients && formatNoun(recipients, 'recipient')) ||
        (isEmptyList
          ? 'The list is there, and nobody is in it yet'
          : 'Who it goes to: paste names or drop a file'),
      done: Boolean(recipients),
      action: isEmptyList ? button('Bulk Import', 'import') : button('Create List', 'list'),
    },
    {
      title: 'Make a campaign',
      note: 'Template, list and profile together. You see each message before it starts',
      action: <CreateButton reason={offReason ? 'Renew to create campaigns' : missingPrerequisites(setup)} />,
    },
  ];
}

function CreateButton({ reason }: { reason: string | undefined }) {
  return reason ? (
    <ReasonButton variant="default" reason={reason}>
      Create your first campaign
    </ReasonButton>
  ) : (
    <ButtonLink to={paths.newCampaign}>Create your first campaign</ButtonLink>
  );
}

type OpenedDialogProps = { opened: Opened; list_id: number | undefined; onClose: () => void };

function OpenedDialog({ opened, list_id, onClose }: OpenedDialogProps) {
  if (opened === 'profile') return <ProfileDialog profile={undefined} onClose={onClose} />;
  if (opened === 'template') {
    return <TemplateDialog draft={NEW_TEMPLATE} readAs="" onClose={onClose} />;
  }
  if (opened === 'list') return <NewListDialog onClose={onClose} />;
  return opened === 'import' && list_id !== undefined ? (
    <ImportDialog list_id={list_id} onClose={onClose} />
  ) : null;
}

/** The only step outside of the browser, with everything that it needs. */
function AgentStep() {
  const isPhone = useIsPhone();
  const token = storedToken() ?? '';
  return (
    <div className={css.agent}>
      {isPhone ? <OnAComputer /> : <AgentStart />}
      <div className={css.code}>
        <p className={css.label}>
          It opens a page here: press <b>Connect</b>. No page?{' '}
          <Link to={paths.pair}>Enter the code it shows</Link>, or paste this token:
        </p>
        <CopyField text={token} shown={maskToken(token)} label="Copy token" />
      </div>
      <p className={`${css.waiting} dimmed`}>
        Waiting for the agent. This page continues when it is connected.
      </p>
    </div>
  );
}

function OnAComputer() {
  const address = BASE_URL || location.origin;
  return (
    <div>
      <p className={css.label}>
        <b>This needs a computer with Firefox.</b> Open this page there, or send yourself the address:
      </p>
      <CopyField text={address} label="Copy the address" wrap />
    </div>
  );
}
