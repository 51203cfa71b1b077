import { Button, Loader, NativeSelect } from '@mantine/core';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import { firefoxNameError } from '@pigeonpost/contract/firefox-profiles';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { allProfilesQuery } from './api.ts';
import { firefoxChoices, shownProfiles } from './parts/firefox-profiles.ts';
import { folderHints } from './parts/folder-hints.ts';
import { useMakeFirefoxProfile } from './parts/make-profile.ts';
import css from './profile-dialog.module.css';
import { useFirefoxList } from './use-firefox-list.ts';

type FirefoxFieldProps = {
  /** The machine to ask; null for any. */
  agent_id: number | null;
  /** Whether that machine can answer now. */
  isConnected: boolean;
  /** The chosen or typed path, and the profile's previous one. */
  path: string;
  kept: string | undefined;
  onChoose: (profile: FirefoxProfile) => void;
  /** The machine's name, and the typed name of the profile. */
  machine: string | undefined;
  name: string;
  /** Called with the folder of a profile that was made here. */
  onMade: (path: string) => void;
};

/** The Firefox profiles of a machine that are not added yet, to choose from. */
export function FirefoxField({ agent_id, isConnected, path, kept, onChoose, ...making }: FirefoxFieldProps) {
  const list = useFirefoxList(agent_id, isConnected);
  const added = useQuery(allProfilesQuery).data?.profiles.map(({ profile_path }) => profile_path);
  const choices =
    list.state === 'found' && added
      ? firefoxChoices(list.request, new Set(added.filter((one) => one !== kept)))
      : undefined;
  useOnlyChoice({ choices, isOpen: kept === undefined && path === '', onChoose });
  if (!isConnected) {
    return (
      <p className={`${css.hint} dimmed`}>
        Its agent is not connected, so the folders cannot be listed. Type the path.
      </p>
    );
  }
  if (list.state === 'failed') {
    return (
      <p className={`${css.hint} dimmed`} role="alert">
        {['Failed to fetch Firefox profiles', list.error].filter(Boolean).join(': ')}
        <Button variant="subtle" size="compact-xs" onClick={list.retry}>
          Retry
        </Button>
      </p>
    );
  }
  if (!choices) {
    return (
      <p className={`${css.hint} dimmed`} role="status">
        <Loader size={14} /> Looking for Firefox profiles…
      </p>
    );
  }
  if (choices.length === 0) {
    const isNoneThere = list.state === 'found' && shownProfiles(list.request).length === 0;
    return <MakeOne {...making} agent_id={agent_id} isNoneThere={isNoneThere} />;
  }
  const hints = folderHints(choices);
  return (
    <NativeSelect
      label="Firefox profile"
      value={choices.some((one) => one.path === path) ? path : ''}
      onChange={(event) => {
        const chosen = choices.find((one) => one.path === event.currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
      data={[
        { value: '', label: 'Choose one, or type its path' },
        ...choices.map(({ name, directory_name, path: value }) => ({
          value,
          label: labelOf(name, hints.get(value) ?? directory_name),
        })),
      ]}
    />
  );
}

type MakeOneProps = Pick<FirefoxFieldProps, 'agent_id' | 'machine' | 'name' | 'onMade'> & {
  /** Whether that Firefox has only default profiles. */
  isNoneThere: boolean;
};

/** Without a choice: makes a Firefox profile of the typed name. */
function MakeOne({ agent_id, machine = 'This machine', name, onMade, isNoneThere }: MakeOneProps) {
  const { mutate, isPending, isSuccess } = useMakeFirefoxProfile();
  const make = () => mutate({ profile_name: name.trim(), agent_id }, { onSuccess: onMade });
  if (isSuccess) {
    return (
      <p className={`${css.hint} dimmed`} role="status">
        The Firefox profile is made. Once added it opens: sign in there, close it and press Resume.
      </p>
    );
  }
  return (
    <div className={`${css.hint} dimmed`}>
      <p>
        {isNoneThere
          ? `${machine} has no Firefox profile for an account yet. Pigeonpost leaves your everyday one alone.`
          : `Every Firefox profile on ${machine} is added already.`}{' '}
        Give it a name below and make one, or type the path of another.
      </p>
      <ReasonButton
        variant="default"
        size="compact-sm"
        loading={isPending}
        reason={name.trim() === '' ? 'Type a profile name first' : firefoxNameError(name)}
        onClick={make}
      >
        Make one
      </ReasonButton>
    </div>
  );
}

function labelOf(name: string, folder: string): string {
  return name === folder ? name : `${name} (${folder})`;
}

type OnlyChoice = {
  choices: FirefoxProfile[] | undefined;
  /** Whether nothing is chosen or typed. */
  isOpen: boolean;
  onChoose: (profile: FirefoxProfile) => void;
};

/** Chooses the only profile once: a user who clears the field wants another. */
function useOnlyChoice({ choices, isOpen, onChoose }: OnlyChoice): void {
  const isOffered = useRef(false);
  const only = choices?.length === 1 ? choices[0] : undefined;
  useEffect(() => {
    if (!only || isOffered.current) return;
    isOffered.current = true;
    if (isOpen) onChoose(only);
  });
}
