import { useEffect, useState } from 'react';
import { type Agreed, answerConfirmsWith, type Question } from './confirm.ts';
import { lazyPart } from './lazy-part.tsx';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog));

type Asked = Question & { answer: (agreed: Agreed) => void };

/** Shows what `confirm()` asks. Stands once, at the root; the dialog loads with the first question. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      answerConfirmsWith(
        (question) =>
          new Promise<Agreed>((resolve) => {
            const answer = (agreed: Agreed) => {
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
