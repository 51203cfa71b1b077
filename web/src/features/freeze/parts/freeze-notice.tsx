import type { Freeze } from '@pigeonpost/contract/calls/freeze';
import { IconSnowflake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { formatDateTime } from '../../../format/format-time.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { freezeQuery, useEndFreeze } from '../api.ts';

/** The banner of a screen with campaigns while sending is frozen after a restore (docs/behaviour.md#freezes). */
export function FreezeNotice({ filled = false }: { filled?: boolean }) {
  const { data } = useQuery(freezeQuery);
  return data?.freeze ? <Frozen freeze={data.freeze} filled={filled} /> : null;
}

function Frozen({ freeze, filled }: { freeze: Freeze; filled: boolean }) {
  const { mutate, isPending } = useEndFreeze();
  const { backup_at, missing } = freeze;
  const go = async () => {
    if (missing.length === 0 || (await askAboutMissing(missing))) mutate(missing.length > 0);
  };
  return (
    <Notice
      icon={<IconSnowflake size={18} />}
      title={
        backup_at ? `Restored from a backup of ${formatDateTime(backup_at)}.` : 'Restored from an older copy.'
      }
      action={
        <ReasonButton variant={filled ? 'filled' : 'default'} loading={isPending} onClick={go}>
          Continue sending
        </ReasonButton>
      }
    >
      {whatCameBack(freeze)} {whatIsMissing(missing)} {ASKED_SINCE}
    </Notice>
  );
}

/** No agent knows it (docs/operating.md#backup-and-restore). */
const ASKED_SINCE =
  'People whom you erased since then are back: erase them again. Also lost are wishes to be erased, stops, other entries of do-not-contact, and who was taken out of a campaign: enter them again. Your administrator can look them up in the old database.';

function whatCameBack({ sent, uncertain, by_name }: Freeze): string {
  const unclear = uncertain > 0 ? `, and ${formatCount(uncertain)} perhaps` : '';
  const counted = sent === 1 ? 'was sent since, and counts again' : 'were sent since, and count again';
  const came = sent + uncertain > 0 ? `${formatNoun(sent, 'message')} ${counted}${unclear}. ` : '';
  const are = by_name === 1 ? 'belongs' : 'belong';
  const unknown =
    by_name > 0
      ? `${formatCount(by_name)} of them ${are} to campaigns, lists or people that are not here: the people count as messaged. `
      : '';
  return `${came}${unknown}Nothing is sent until you continue.`;
}

function whatIsMissing(missing: Freeze['missing']): string {
  if (missing.length === 0) return 'Every machine has reported.';
  const names = missing.map(({ machine_name }) => machine_name).join(', ');
  const away = missing.filter(({ connected }) => !connected);
  const advice = away.length > 0 ? ` Start ${away.length === 1 ? 'its agent' : 'their agents'}.` : '';
  return `Not yet reported what they sent: ${names}.${advice}`;
}

async function askAboutMissing(missing: Freeze['missing']): Promise<boolean> {
  const names = missing.map(({ machine_name }) => machine_name).join(', ');
  const agreed = await confirm({
    title: `Continue without ${names}?`,
    body: `People whom ${missing.length === 1 ? 'this machine' : 'these machines'} wrote to since the backup may be written to again.`,
    confirmLabel: 'Continue anyway',
  });
  return agreed !== false;
}
