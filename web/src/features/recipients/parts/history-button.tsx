import { shownName } from '@pigeonpost/contract/recipients';
import { useState } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import css from './history-button.module.css';

const HistoryDialog = lazyPart(() => import('./history-dialog.tsx').then((m) => m.HistoryDialog));

type HistoryButtonProps = {
  /** The recipient's id. */
  id: number;
  /** The person's name, without @. */
  name: string;
};

/** A person's name in a row; pressing it shows what all campaigns did for the person. */
export function HistoryButton({ id, name }: HistoryButtonProps) {
  // Of whom: the row may be another one's meanwhile.
  const [opened, setOpened] = useState<number>();
  return (
    <>
      <button
        type="button"
        className={css.name}
        title={`History of ${shownName(name)}`}
        aria-haspopup="dialog"
        onClick={() => setOpened(id)}
      >
        {shownName(name)}
      </button>
      {opened === id ? <HistoryDialog id={id} name={name} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
