import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { FIREFOX_NAME_MAX, firefoxNameError } from '@pigeonpost/contract/firefox-profiles';
import { IconBrandFirefox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteWords } from '../../../account/site-words.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { allProfilesQuery, useResumeProfiles } from '../api.ts';
import { useFirefoxList } from '../use-firefox-list.ts';
import { firefoxChoices } from './firefox-profiles.ts';
import css from './first-profile.module.css';
import { useMakeProfile } from './make-profile.ts';
import { useOpenWindow } from './rest-actions.ts';
import { useSignInCheck } from './sign-in-check.ts';
import { useWindowRequests } from './window-requests.ts';

const WINDOW_POLL_MS = 3000;

type FirstProfileProps = {
  /** The one that is connected. */
  agent: Agent | undefined;
  offReason: string | undefined;
  /** Opens the dialog that adds an existing Firefox profile. */
  onAdd: () => void;
};

/** The step to a first profile: made here if the machine has none, and signed in by its owner. */
export function FirstProfile({ agent, offReason, onAdd }: FirstProfileProps) {
  const profiles = useQuery(allProfilesQuery).data?.profiles;
  const list = useFirefoxList(null, agent !== undefined);
  const [isMaking, setMaking] = useState(false);
  const waiting = profiles?.find(({ signed_out_at }) => signed_out_at !== null);
  if (waiting) return <SignIn key={waiting.id} profile={waiting} agent={agent} offReason={offReason} />;
  const add = (
    <ReasonButton reason={offReason} onClick={onAdd}>
      Add Profile
    </ReasonButton>
  );
  // Without an agent, or until it has answered, a folder can still be typed.
  if (!agent || list.state !== 'found' || !profiles) return <div className={css.step}>{add}</div>;
  const added = new Set(profiles.map(({ profile_path }) => profile_path));
  const isNothingThere = firefoxChoices(list.request, added).length === 0;
  if (isNothingThere || isMaking) {
    return <MakeProfile agent={agent} offReason={offReason} isNothingThere={isNothingThere} />;
  }
  return (
    <div className={css.step}>
      <div className={css.buttons}>
        {add}
        <ReasonButton variant="default" reason={offReason} onClick={() => setMaking(true)}>
          Make a new one
        </ReasonButton>
      </div>
    </div>
  );
}

type MakeProfileProps = { agent: Agent; offReason: string | undefined; isNothingThere: boolean };

function MakeProfile({ agent, offReason, isNothingThere }: MakeProfileProps) {
  const { mutate, isPending } = useMakeProfile();
  const { hasAt } = useSiteWords();
  const form = useForm({
    initialValues: { profile_name: '', insta_username: '' },
    validate: { profile_name: (name) => firefoxNameError(name) ?? null },
  });
  const make = () => {
    if (form.validate().hasErrors || isPending) return;
    const { profile_name, insta_username } = form.getValues();
    mutate({ profile_name: profile_name.trim(), insta_username, agent_id: agent.id });
  };
  return (
    <div className={css.step}>
      {isNothingThere ? (
        <div className={css.found}>
          <IconBrandFirefox size={18} aria-hidden="true" />
          <p>
            <b>{`${agent.machine_name} has no Firefox profile for an account yet`}</b>
            Pigeonpost leaves your everyday one alone. Make one here:
          </p>
        </div>
      ) : null}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <TextInput
          label="Name"
          autoComplete="off"
          spellCheck={false}
          maxLength={FIREFOX_NAME_MAX}
          {...form.getInputProps('profile_name')}
        />
        <TextInput
          label="Account"
          leftSection={hasAt ? '@' : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          {...form.getInputProps('insta_username')}
        />
        <ReasonButton type="submit" reason={offReason} loading={isPending}>
          Make it and open Firefox
        </ReasonButton>
      </form>
      <ol className={`${css.hints} dimmed`}>
        <li>Pigeonpost makes the profile</li>
        <li>{`Firefox opens on ${agent.machine_name}: sign in there, as you always do`}</li>
        <li>Close that window. This step is done when you are signed in</li>
      </ol>
      <p className={`${css.note} dimmed`}>Your password stays in Firefox. Pigeonpost does not ask for it.</p>
    </div>
  );
}

type SignInProps = { profile: Profile; agent: Agent | undefined; offReason: string | undefined };

/**
 * The new profile is or was open: its owner signs in there and closes it; the agent checks that, or its owner confirms
 * it.
 */
function SignIn({ profile, agent, offReason }: SignInProps) {
  const requests = useWindowRequests();
  const { open, underWay } = useOpenWindow(profile.profile_path, requests.get(profile.profile_path));
  const { mutate, isPending } = useResumeProfiles();
  // A window closes without an event.
  useQuery({ ...allProfilesQuery, refetchInterval: WINDOW_POLL_MS });
  const isOpen = profile.is_open || underWay !== undefined;
  const machine = agent?.machine_name ?? 'its machine';
  const confirm = () => mutate([profile]);
  const { isLooking, error } = useSignInCheck({
    profile_id: profile.id,
    isOpen: profile.is_open,
    canCount: agent?.counts_unread ?? false,
    onSignedIn: confirm,
  });
  return (
    <div className={css.step}>
      <div className={css.found}>
        <IconBrandFirefox size={18} aria-hidden="true" />
        <p role="status">
          <b>{`${profile.profile_name}: sign in`}</b>
          {isOpen
            ? `Firefox opens on ${machine}: sign in there, as you always do. Then close that window.`
            : isLooking
              ? `The agent on ${machine} looks whether you are signed in…`
              : error
                ? `The agent did not see that you are signed in: ${error} Open Firefox and sign in, or say that you have.`
                : `Open it in Firefox on ${machine} and sign in there. Then close the window.`}
        </p>
      </div>
      <div className={css.buttons}>
        {/* The filled button is the next step: first the window, then the confirmation. */}
        <ReasonButton
          variant="default"
          reason={
            offReason ??
            (profile.is_open ? 'It is open in Firefox' : isLooking ? 'The agent has it open' : underWay)
          }
          onClick={open}
        >
          {underWay ?? 'Open Firefox'}
        </ReasonButton>
        <ReasonButton
          reason={offReason ?? (isOpen ? 'Close the Firefox window first' : undefined)}
          loading={isPending}
          onClick={confirm}
        >
          I have signed in
        </ReasonButton>
      </div>
    </div>
  );
}
