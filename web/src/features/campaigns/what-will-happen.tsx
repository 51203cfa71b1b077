import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countWords } from '@pigeonpost/contract/plan-words';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { settingsQuery } from '../settings/api.ts';
import type { CampaignForm } from './campaign-form.ts';
import css from './new-campaign.module.css';

type WhatWillHappenProps = {
  form: CampaignForm;
  plan: Plan | undefined;
  /** Shows who is left out, and why. */
  onLeftOut: (() => void) | undefined;
  /** Beside its title. */
  aside?: ReactNode;
};

/** The effect of starting a campaign as it is chosen. */
export function WhatWillHappen({
  form: { form, zone, list, profile_ids },
  plan,
  onLeftOut,
  aside,
}: WhatWillHappenProps) {
  const settings = useQuery(settingsQuery).data?.settings;
  const messages = plan?.will ?? list?.pending;
  const without = plan?.will_not.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const isExact = plan?.is_counted_to_end !== false;
  const leftOut: [string, ReactNode][] =
    without > 0
      ? [['Left out', <LeftOut key="left out" count={countWords(without, isExact)} onPress={onLeftOut} />]]
      : [];
  return (
    <Card title="What will happen" aside={aside}>
      <DescriptionList
        items={[
          ['Messages', messages ? countWords(messages, isExact) : '–'],
          ...leftOut,
          ['Profiles', formatCount(profile_ids.length)],
          ['Pause between', settings ? `${settings.delay_start}–${settings.delay_end} s each` : '–'],
          [
            'Ends',
            plan ? (
              <PlannedEnd
                key="ends"
                plan={plan}
                profile_ids={profile_ids}
                times={form.values}
                zone={zone}
                fallback="–"
              />
            ) : (
              '–'
            ),
          ],
        ]}
      />
    </Card>
  );
}

const PlannedEnd = lazyPart(() => import('./planned-end.tsx').then((m) => m.PlannedEnd), 'background');

function LeftOut({ count, onPress }: { count: string; onPress: (() => void) | undefined }) {
  if (!onPress) return count;
  return (
    <button
      type="button"
      className={`${css.leftOut} text-button`}
      aria-label={`${count} left out: see why`}
      onClick={onPress}
    >
      {count}
    </button>
  );
}
