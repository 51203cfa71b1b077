import type { List } from '@pigeonpost/contract/calls/lists';
import { RECIPIENT_IDS_MAX } from '@pigeonpost/contract/limits';
import { IconSend } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import type { SetStart } from '../list-sets/parts/set-start.ts';

/** Some of a list: those that are ticked, or that match its search, status and filter. */
export type Chosen = { start: SetStart; count: number };

type WritePressProps = {
  /** Undefined until the first answer. */
  list: List | undefined;
  /** Undefined: everybody. */
  chosen: Chosen | undefined;
  /** Whether the subscription has expired. */
  isOff: boolean;
  onMakeList: (start: SetStart) => void;
};

/** A new campaign to everybody in the list, or to those that are chosen, who become a list for it. */
export function WritePress({ list, chosen, isOff, onMakeList }: WritePressProps) {
  const reason = isOff ? 'Renew to create campaigns' : whyNobody(list, chosen);
  const icon = <IconSend size={16} />;
  if (!chosen && list && !reason) {
    return (
      <ButtonLink to={paths.newCampaign} search={{ list: list.id }} leftSection={icon}>
        Write to these
      </ButtonLink>
    );
  }
  return (
    <ReasonButton
      leftSection={icon}
      reason={reason}
      onClick={() => chosen && onMakeList({ ...chosen.start, isForCampaign: true })}
    >
      Write to these{chosen ? ` ${formatCount(chosen.count)}` : ''}
    </ReasonButton>
  );
}

function whyNobody(list: List | undefined, chosen: Chosen | undefined): string | undefined {
  if (chosen?.count === 0) return 'Nobody matches';
  if (!chosen && list?.pending === 0) return 'Nobody in this list is left to write to';
  const { ids } = chosen?.start ?? {};
  return ids && ids.length > RECIPIENT_IDS_MAX
    ? `Select at most ${RECIPIENT_IDS_MAX}, or all that match`
    : undefined;
}
