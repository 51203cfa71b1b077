import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { useNow } from '../../../clock.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { canaryOf } from '../limits/canary-form.ts';
import { timesOf, whoAndWhenWords } from '../limits/new-campaign-times.ts';
import css from '../limits/when-fields.module.css';
import { BEHIND_THE_LINE, type CampaignForm, focusFirstError } from './campaign-form.ts';

const A_MINUTE = 60;

const WhoAndWhenFields = lazyPart(() => import('../limits/when-fields.tsx').then((m) => m.WhoAndWhenFields));

/** One line that says what holds for who and when; opened, the fields for it (docs/behaviour.md#limits-of-a-campaign). */
export function WhoAndWhen({ form }: { form: CampaignForm }) {
  const [opened, setOpened] = useState<'by-press' | 'by-fault'>();
  const { form: fields } = form;
  const card = useRef<HTMLDivElement>(null);
  // The line could not say what is typed.
  const isAtFault = BEHIND_THE_LINE.some((field) => fields.errors[field] || !fields.isValid(field));
  if (isAtFault && !opened) setOpened('by-fault');
  const close = () => {
    if (!isAtFault) return setOpened(undefined);
    for (const field of BEHIND_THE_LINE) fields.validateField(field);
    focusFirstError(card);
  };
  return (
    <Card>
      <div ref={card}>
        <div className={css.head}>
          <div className={css.line}>
            <h2>Who and when</h2>
            {opened ? null : <Line form={form} />}
          </div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={opened !== undefined}
            aria-label={opened ? 'Close who and when' : 'Change who and when'}
            onClick={opened ? close : () => setOpened('by-press')}
          >
            {opened ? 'Close' : 'Change'}
          </Button>
        </div>
        {opened ? <WhoAndWhenFields form={form} takesFocus={opened === 'by-press'} /> : null}
      </div>
    </Card>
  );
}

function Line({ form: { form, zone, own, suggestedCanary, hasCanaryBox } }: { form: CampaignForm }) {
  const nowMs = useNow(A_MINUTE);
  const settings = useQuery(settingsQuery).data?.settings;
  const { values } = form;
  const canary = hasCanaryBox ? {} : canaryOf(values, suggestedCanary);
  return (
    <p className="dimmed" dir="auto">
      {settings
        ? whoAndWhenWords({
            leave_out: values.leave_out,
            limits: { ...timesOf(values, zone), ...canary },
            hasHours: settings.hours !== null,
            isFollowUp: own?.is_follow_up === true,
            nowMs,
          })
        : ' '}
    </p>
  );
}
