import type { Plan } from '@pigeonpost/contract/calls/plans';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { CampaignForm } from './campaign-form.ts';
import css from './new-campaign.module.css';

type WhatWillHappenProps = {
  form: CampaignForm;
  plan: Plan | undefined;
  /** Shows who does not get it, and why. */
  onLeftOut: (() => void) | undefined;
  /** Beside its title. */
  aside?: ReactNode;
};

/** The effect of starting a campaign as it is chosen. Its place is kept. */
export function WhatWillHappen({ form, plan, onLeftOut, aside }: WhatWillHappenProps) {
  const { profile_ids, suggestedCanary, zone, list } = form;
  const settings = useQuery(settingsQuery).data?.settings;
  const waiting = (
    <p className={css.waiting}>
      {list ? `${formatNoun(list.pending, 'person', 'people')} pending` : 'Choose a template and a list.'}
    </p>
  );
  return (
    <Card title="What will happen" aside={aside}>
      <div className={css.will}>
        {plan ? (
          <AsTyped
            plan={plan}
            profile_ids={profile_ids}
            values={form.form.values}
            suggestedCanary={suggestedCanary}
            zone={zone}
            onLeftOut={onLeftOut}
            fallback={waiting}
          />
        ) : (
          waiting
        )}
      </div>
      <p className="note">
        {formatNoun(profile_ids.length, 'profile')}
        {settings ? `, each pauses ${settings.delay_start}–${settings.delay_end} s after a message` : ''}
      </p>
    </Card>
  );
}

const AsTyped = lazyPart(() => import('../plan/as-typed.tsx').then((m) => m.AsTyped), 'background');
