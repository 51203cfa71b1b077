import { useEffect, useState } from 'react';
import { type Confirmation, type Question, setConfirmHost } from './confirm.ts';
import { lazyPart } from './lazy-part.tsx';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog));

type Asked = Question & { answer: (agreed: Confirmation) => void };

/** Shows the questions of `confirm()`. Used once, at the root; the dialog loads with the first question. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      setConfirmHost(
        (question) =>
          new Promise<Confirmation>((resolve) => {
            const answer = (agreed: Confirmation) => {
              setAsked(undefined);
              resolve(agreed);
            };
            setAsked({ ...question, answer });
          }),
      ),
    [],
  );
  if (!asked) return null;
  return <ConfirmDialog {...asked} onClose={() => asked.answer(false)} />;
}
