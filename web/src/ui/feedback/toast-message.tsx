import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type ToastMessage = { text: string; reason: string | undefined; undo: (() => void) | undefined };

/** What a toast says, and below it why, or beside it Undo. */
export function toastMessage({ text, reason, undo }: ToastMessage): ReactNode {
  return (
    <div className="spread">
      <div>
        {/* An element of its own, so that it reads the same with a reason and without. */}
        <div>{text}</div>
        {reason ? <div className="dimmed">{reason}</div> : null}
      </div>
      {undo ? (
        <Button
          variant="default"
          size="compact-sm"
          c="var(--pp-accent-text)"
          flex="none"
          title="Undo (Ctrl Z)"
          onClick={undo}
        >
          Undo
        </Button>
      ) : null}
    </div>
  );
}

/** A tick, or for what went wrong a triangle. */
export function toastIcon(isProblem: boolean): ReactNode {
  return isProblem ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />;
}
