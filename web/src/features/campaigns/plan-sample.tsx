import type { Plan } from '@pigeonpost/contract/calls/plans';
import { unknownBlankText } from '@pigeonpost/contract/message-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PersonLink } from '../people/parts/person-link.tsx';
import { MessageBubble } from '../templates/parts/message-bubble.tsx';
import css from './plan.module.css';
import { sampleQuery } from './plan-api.ts';

const TEN = 10;

/** Ten people with the message as they get it; others can be drawn (docs/behaviour.md#plan). */
export function PlanSample({ id, plan }: { id: number; plan: Plan }) {
  const [draw, setDraw] = useState(0);
  const query = useQuery({ ...sampleQuery(id, draw), enabled: draw > 0 });
  const drawn = draw > 0 ? query.data : undefined;
  const sample = drawn ?? plan.sample;
  if (sample.length === 0) return null;
  return (
    <Card
      title={plan.will > TEN ? 'Ten of them, as they read it' : 'As they read it'}
      aside={
        plan.will > TEN ? (
          <ReasonButton
            variant="subtle"
            size="compact-sm"
            loading={query.isFetching}
            onClick={() => setDraw(draw + 1)}
          >
            Ten others
          </ReasonButton>
        ) : undefined
      }
    >
      {plan.unknown.map((blank) => (
        <p key={blank.blank} className={css.error}>
          {unknownBlankText(blank)}
        </p>
      ))}
      {query.error && !query.isFetching ? (
        <p className="dimmed" role="alert">
          Failed to draw others.
        </p>
      ) : null}
      <ul className={css.sample} aria-busy={query.isFetching}>
        {sample.map(({ recipient_id, recipient, text }) => (
          <li key={recipient_id}>
            <PersonLink name={recipient} />
            <MessageBubble text={text} isAsItStands />
          </li>
        ))}
      </ul>
    </Card>
  );
}
