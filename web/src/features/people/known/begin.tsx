import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import css from './known.module.css';

const LOOK = { variant: 'subtle', size: 'compact-sm', leftSection: <IconPlus size={14} /> };

type BeginKnownProps = { onField: () => void; onTag: () => void; onNote?: (() => void) | undefined };

/** The quiet first steps, for a person of whom nothing is known. */
export function BeginKnown({ onField, onTag, onNote }: BeginKnownProps) {
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change fields and tags';
  return (
    <div className={css.begin}>
      <ReasonButton {...LOOK} reason={offReason} onClick={onField}>
        Field
      </ReasonButton>
      <ReasonButton {...LOOK} reason={offReason} onClick={onTag}>
        Tag
      </ReasonButton>
      {onNote ? (
        <Button {...LOOK} onClick={onNote}>
          Note
        </Button>
      ) : null}
    </div>
  );
}
