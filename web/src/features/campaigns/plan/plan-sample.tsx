import { Button } from '@mantine/core';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { unknownBlankText } from '@pigeonpost/contract/text/message-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonLink } from '../../../names/person-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { MessageBubble } from '../../templates/parts/message-bubble.tsx';
import css from './plan.module.css';
import { sampleQuery } from './plan-api.ts';

const TEN = 10;
/** So many messages come at a time. */
const AT_A_TIME = 3;

/** Ten people with the message as they get it; others can be drawn (docs/behaviour.md#plan). */
export function PlanSample({ id, plan }: { id: number; plan: Plan }) {
  const [draw, setDraw] = useState(0);
  const [shown, setShown] = useState(AT_A_TIME);
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
            onClick={() => {
              setDraw(draw + 1);
              setShown(AT_A_TIME);
            }}
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
        {sample.slice(0, shown).map(({ recipient_id, recipient, text }) => (
          <li key={recipient_id}>
            <PersonLink name={recipient} />
            <MessageBubble text={text} isAsItStands />
          </li>
        ))}
      </ul>
      {sample.length > shown ? (
        <Button variant="subtle" size="compact-sm" mt={12} onClick={() => setShown(shown + AT_A_TIME)}>
          {Math.min(AT_A_TIME, sample.length - shown)} more
        </Button>
      ) : null}
    </Card>
  );
}
