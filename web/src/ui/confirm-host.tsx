import { lazy, Suspense, useEffect, useState } from 'react';
import { answerConfirmsWith, type Question } from './confirm.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })));

type Asked = Question & { answer: (agreed: boolean) => void };

/** Shows what `confirm()` asks. Stands once, at the root; the dialog loads with the first question. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      answerConfirmsWith(
        (question) =>
          new Promise<boolean>((resolve) => {
            const answer = (agreed: boolean) => {
              setAsked(undefined);
              resolve(agreed);
            };
            setAsked({ ...question, answer });
          }),
      ),
    [],
  );
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog {...asked} />
    </Suspense>
  );
}
