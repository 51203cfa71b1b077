import type { OpenWindow } from '@pigeonpost/contract/calls/campaigns';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconBrandFirefox } from '@tabler/icons-react';
import { formatNoun } from '../../format/format-number.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useCloseProfiles } from '../profiles/api.ts';
import { profileHints, profileLabel } from '../profiles/parts/folder-hints.ts';
import { formatRequest } from '../profiles/parts/under-way.ts';
import { joinNames } from './join-names.ts';

type OpenWindowsProps = {
  windows: OpenWindow[];
  /** None of the campaign's profiles sends before one of them is closed. */
  isWaiting: boolean;
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** Windows that a person has open over profiles of the campaign: they send nothing until they are closed. */
export function OpenWindowsNotice({ windows, isWaiting, requests }: OpenWindowsProps) {
  const { mutate, isPending } = useCloseProfiles();
  const hints = profileHints(windows);
  const names = windows.map((profile) => profileLabel(profile, hints));
  const open = windows.filter(({ profile_path }) => !requests.has(profile_path));
  const [request] = windows.flatMap(({ profile_path }) => requests.get(profile_path) ?? []);
  const underWay = request && open.length === 0 ? formatRequest(request) : undefined;
  const close = () => mutate(open.map(({ profile_path }) => profile_path));
  return (
    <Notice
      icon={<IconBrandFirefox size={18} />}
      title={isWaiting ? 'Waiting.' : 'Open in Firefox.'}
      action={
        <ReasonButton
          variant={isWaiting ? 'filled' : 'default'}
          loading={isPending}
          reason={underWay}
          onClick={close}
        >
          {underWay ?? (windows.length === 1 ? 'Close' : `Close ${formatNoun(open.length, 'window')}`)}
        </ReasonButton>
      }
    >
      {isWaiting
        ? `Close ${joinNames(names, 'or')} in Firefox to continue.`
        : `${joinNames(names)} ${windows.length === 1 ? 'sends' : 'send'} nothing while a person has ${windows.length === 1 ? 'it' : 'them'} open; the other profiles go on.`}
    </Notice>
  );
}
