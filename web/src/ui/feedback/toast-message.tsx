import { Button } from '@mantine/core';
import { hideNotification } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react';
import { isTyping } from '../form/is-typing.ts';

type ToastMessage = {
  id: string;
  text: string;
  /** Why, below it. */
  reason?: string | undefined;
  undo?: (() => unknown) | undefined;
};

/** What a toast says; its text is an element of its own, so that it reads the same with a reason and without. */
export function toastMessage({ id, text, reason, undo }: ToastMessage): ReactNode {
  if (undo) return <UndoWords id={id} text={text} undo={undo} />;
  return (
    <>
      <div>{text}</div>
      {reason ? <div className="dimmed">{reason}</div> : null}
    </>
  );
}

/** A tick, or for what went wrong a triangle. */
export function toastIcon(isProblem: boolean): ReactNode {
  return isProblem ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />;
}

// The toasts that can be taken back, oldest first.
const undoable: string[] = [];

/** What was done, and the way back; Ctrl Z takes the one that came last. */
function UndoWords({ id, text, undo }: { id: string; text: string; undo: () => unknown }) {
  const takeBack = () => {
    hideNotification(id);
    undo();
  };
  const takeBackByKey = useEffectEvent(takeBack);
  // Before the paint, so that a key pressed as soon as the toast is seen takes it back.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping(event.target) || undoable.at(-1) !== id) return;
      event.preventDefault();
      takeBackByKey();
    };
    undoable.push(id);
    addEventListener('keydown', press);
    return () => {
      undoable.splice(undoable.indexOf(id), 1);
      removeEventListener('keydown', press);
    };
  }, [id]);
  return (
    <div className="spread">
      {text}
      <Button
        variant="default"
        size="compact-sm"
        c="var(--pp-accent-text)"
        flex="none"
        title="Undo (Ctrl Z)"
        onClick={takeBack}
      >
        Undo
      </Button>
    </div>
  );
}
