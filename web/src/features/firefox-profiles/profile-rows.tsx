import { Loader } from '@mantine/core';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { comparablePath } from '@pigeonpost/contract/firefox-profiles';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatSize } from '../../format/format-size.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { TruncatedPath } from '../../ui/layout/truncated-path.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { allProfilesQuery } from '../profiles/api.ts';
import { type FolderHints, folderHints, useKeptHints, withHint } from '../profiles/parts/folder-hints.ts';
import { type Track, useDeleteFirefoxProfile, useTestFirefoxProfile } from './api.ts';
import css from './firefox-profiles.module.css';

/** The data of a row besides its profile. */
type RowContext = {
  /** The folders that are in Profiles, in the form of `comparablePath`. */
  added: ReadonlySet<string>;
  /** Why no request can be made now. */
  offReason: string | undefined;
  /** The running action of each folder. */
  doing: ReadonlyMap<string, 'test' | 'delete'>;
  /** Hints that distinguish profiles of the same name. */
  hints: FolderHints;
  onTest: (profile: FirefoxProfile) => void;
  onDelete: (profile: FirefoxProfile) => void;
};

/** The columns of the table; new ones only when the context changed. */
export function firefoxColumns(context: RowContext): Column<FirefoxProfile>[] {
  return [
    { head: 'Directory', cell: (profile) => <Directory profile={profile} context={context} /> },
    {
      head: 'Profile name',
      width: '20%',
      narrow: '34%',
      cell: ({ name, path }) => (
        <>
          <Name name={name} />
          <div className={css.pathBelow}>
            <TruncatedPath path={path} />
          </div>
        </>
      ),
    },
    { head: 'Path', width: '33%', narrow: 'gone', cell: ({ path }) => <TruncatedPath path={path} /> },
    { head: 'Size', width: '88px', align: 'right', cell: ({ size_mb }) => formatSize(size_mb) },
    {
      head: 'Actions',
      width: '200px',
      align: 'right',
      cell: (profile) => <Actions profile={profile} context={context} />,
    },
  ];
}

/** A Firefox profile on a phone. */
export function FirefoxCard({ profile, context }: { profile: FirefoxProfile; context: RowContext }) {
  return (
    <>
      <div className={`${css.cardHead} spread`}>
        <Name name={profile.name} />
        <span className={`${css.note} dimmed`}>{formatSize(profile.size_mb)}</span>
      </div>
      <TruncatedPath path={profile.path} />
      <div className={`${css.cardFoot} spread`}>
        <p className={`${css.note} dimmed`}>{placeOf(profile, context)}</p>
        <Actions profile={profile} context={context} />
      </div>
    </>
  );
}

type RowProps = { profile: FirefoxProfile; context: RowContext };

function Directory({ profile, context }: RowProps) {
  return (
    <div className={`${css.names} shrink`}>
      <p className={css.directory} title={profile.directory_name} dir="auto">
        {profile.directory_name}
      </p>
      <p className={`${css.note} dimmed`}>{placeOf(profile, context)}</p>
    </div>
  );
}

function Name({ name }: { name: string }) {
  return (
    <p className={css.name} title={name} dir="auto">
      {name}
    </p>
  );
}

function Actions({ profile, context }: RowProps) {
  const { offReason, doing, hints, onTest, onDelete } = context;
  const name = withHint(profile, hints);
  const done = doing.get(comparablePath(profile.path));
  const deleteOff =
    offReason ?? (isAdded(profile, context) ? 'In Profiles. Delete it there first' : undefined);
  return (
    <div className={css.actions}>
      <ReasonButton
        variant="default"
        size="xs"
        reason={offReason}
        aria-label={`${done === 'test' ? 'Testing…' : 'Test'} ${name}`}
        leftSection={done === 'test' ? <Loader size={14} color="currentcolor" /> : undefined}
        onClick={() => onTest(profile)}
      >
        {done === 'test' ? 'Testing…' : 'Test'}
      </ReasonButton>
      <span className={deleteOff ? undefined : css.danger}>
        <ReasonButton
          variant="default"
          size="xs"
          reason={deleteOff}
          aria-label={`${done === 'delete' ? 'Deleting…' : 'Delete'} ${name}`}
          leftSection={done === 'delete' ? <Loader size={14} color="currentcolor" /> : undefined}
          onClick={() => onDelete(profile)}
        >
          {done === 'delete' ? 'Deleting…' : 'Delete'}
        </ReasonButton>
      </span>
    </div>
  );
}

function isAdded({ path }: FirefoxProfile, { added }: RowContext): boolean {
  return added.has(comparablePath(path));
}

function placeOf(profile: FirefoxProfile, context: RowContext): string {
  return isAdded(profile, context) ? 'In Profiles' : 'Not added yet';
}

type RowContextOptions = {
  agent_id: number;
  /** The Firefox profiles that are shown. */
  profiles: FirefoxProfile[] | undefined;
  inFlight: ProfileRequest[];
  offReason: string | undefined;
  track: Track;
};

/** The data of the rows: which folders are added, running actions, and how to test and delete. */
export function useRowContext(options: RowContextOptions): RowContext {
  const { agent_id, inFlight, offReason, track } = options;
  const profiles = useQuery(allProfilesQuery).data?.profiles;
  const hints = useKeptHints(folderHints(options.profiles ?? []));
  const { mutate: test } = useTestFirefoxProfile(track);
  const { mutate: remove } = useDeleteFirefoxProfile(track);
  return useMemo(() => {
    const onTest = ({ path }: FirefoxProfile) => test({ profile_path: path, agent_id });
    const onDelete = async (profile: FirefoxProfile) => {
      const agreed = await confirm({
        title: `Delete ${withHint(profile, hints)}?`,
        body: 'Are you sure you want to delete this Firefox profile? This action cannot be undone.',
        confirmLabel: 'Delete profile',
      });
      if (agreed) remove({ profile_path: profile.path, agent_id });
    };
    return {
      // Until it is known which are added, none can be deleted.
      offReason: offReason ?? (profiles ? undefined : 'Looking up your profiles'),
      added: new Set(profiles?.map(({ profile_path }) => comparablePath(profile_path))),
      hints,
      doing: new Map(inFlight.flatMap(toDoing)),
      onTest,
      onDelete,
    };
  }, [profiles, inFlight, offReason, agent_id, test, remove, hints]);
}

function toDoing({ request_type, profile_path }: ProfileRequest): [string, 'test' | 'delete'][] {
  const isOfFolder = request_type === 'test' || request_type === 'delete';
  return isOfFolder && profile_path !== null ? [[comparablePath(profile_path), request_type]] : [];
}
