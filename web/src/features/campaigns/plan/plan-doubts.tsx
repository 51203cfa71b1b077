import { Button } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countWords, lookWords } from '@pigeonpost/contract/forecast/plan-words';
import { useState } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from './plan.module.css';
import { useTakeOutGroup } from './plan-api.ts';
import type { SeenGroup } from './see-who-dialog.tsx';

const SeeWhoDialog = lazyPart(() => import('./see-who-dialog.tsx').then((m) => m.SeeWhoDialog));

type PlanDoubtsProps = { plan: Plan; campaign: Campaign };

/** Doubts about those who will get it, who may be taken out; nothing where there is none (docs/behaviour.md#plan). */
export function PlanDoubts({ plan: { look }, campaign: { id, list_id } }: PlanDoubtsProps) {
  const [seen, setSeen] = useState<SeenGroup>();
  const { mutate, isPending, variables } = useTakeOutGroup(id);
  if (look.length === 0) return null;
  return (
    <Card title="Have a look">
      <ul id="plan-doubts" className={css.look}>
        {look.map((one) => {
          const { group, is_exact } = one;
          const count = countWords(one.count, is_exact);
          const all = is_exact ? count : 'all';
          const title = lookWords(one);
          return (
            <li key={group} className={css.lookLine}>
              <span dir="auto">
                <b>{count}</b> {title.slice(0, 1).toLowerCase() + title.slice(1)}
              </span>
              <span className={css.lookButtons}>
                {list_id === null ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`See who: ${title}`}
                    onClick={() => setSeen({ group, field: null, title })}
                  >
                    See who
                  </Button>
                )}
                <ReasonButton
                  variant="default"
                  size="xs"
                  aria-label={`Leave out ${all}: ${title}`}
                  loading={isPending && variables === group}
                  onClick={() => mutate(group)}
                >
                  Leave out {all}
                </ReasonButton>
              </span>
            </li>
          );
        })}
      </ul>
      {seen && list_id !== null ? (
        <SeeWhoDialog campaign={{ id, list_id }} seen={seen} onClose={() => setSeen(undefined)} />
      ) : null}
    </Card>
  );
}
