import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../clock.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { CampaignForm } from './campaign-form.ts';
import { hasCanary } from './canary-form.ts';
import { timesWords } from './new-campaign-times.ts';
import css from './when-and-how-much.module.css';

const A_MINUTE = 60;

const WhenFields = lazyPart(() => import('./when-fields.tsx').then((m) => m.WhenFields));

/** One line: when the campaign begins and ends, and how much it sends; opened, the fields for it. */
export function WhenAndHowMuch({ form }: { form: CampaignForm }) {
  const [isPressed, setPressed] = useState(false);
  const nowMs = useNow(A_MINUTE);
  const { errors, values } = form.form;
  const isOpen =
    isPressed ||
    Boolean(errors.start_day ?? errors.hours ?? errors.last_day ?? errors.cap_day ?? errors.canary);
  return (
    <Card>
      <div className={css.head}>
        <h2 className={css.line}>
          When and how much
          {isOpen ? null : (
            <span className="dimmed">
              : {timesWords(values, form.zone, nowMs)}
              {form.suggestedCanary === null && hasCanary(values, null)
                ? `, a look after the first ${values.canary}`
                : null}
            </span>
          )}
        </h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Close when and how much' : 'Change when and how much'}
          onClick={() => setPressed(!isOpen)}
        >
          {isOpen ? 'Close' : 'Change'}
        </Button>
      </div>
      {isOpen ? <WhenFields form={form} canary={form} /> : null}
    </Card>
  );
}
