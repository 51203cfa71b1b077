import type { Answer } from '@pigeonpost/contract/client';
import { MESSAGED_COUNTED } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { formatDuration } from '../../format/format-time.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { messagedQuery } from '../lists/api.ts';
import { firstNameQuery } from '../recipients/api.ts';
import { settingsQuery } from '../settings/api.ts';
import { MessageBubble } from '../templates/parts/message-bubble.tsx';
import css from './new-campaign.module.css';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { secondsFor } from './pace.ts';

/** The message with a real name of the list, and what creating and starting it will do. */
export function NewCampaignPreview({ form }: { form: NewCampaignForm }) {
  const { template, list } = form;
  const name = useQuery({ ...firstNameQuery(list?.id ?? 0), enabled: list !== undefined }).data;
  return (
    <>
      <Card title="What each person reads">
        {template ? (
          <MessageBubble text={template.content} name={name ?? undefined} />
        ) : (
          <p className={css.quiet}>Choose a template to read it here.</p>
        )}
      </Card>
      <WhatWillHappen form={form} />
    </>
  );
}

function WhatWillHappen({ form }: { form: NewCampaignForm }) {
  const { list, profile_ids } = form;
  const settings = useQuery(settingsQuery).data?.settings;
  const skips = useQuery({ ...messagedQuery(list?.id ?? 0), enabled: list !== undefined }).data;
  const messages = list && Math.max(0, list.pending - (skips?.messaged ?? 0));
  const seconds = messages && settings && secondsFor({ messages, profiles: profile_ids.length, settings });
  return (
    <Card title="What will happen">
      <DescriptionList
        items={[
          ['Messages', messages === 0 ? '–' : formatCount(messages)],
          ...(skips?.messaged ? [['Skipped', skippedWords(skips)] as [string, string]] : []),
          ['Profiles', formatCount(profile_ids.length)],
          ['Pause between', settings ? `${settings.delay_start}–${settings.delay_end} s each` : '–'],
          ['Will take about', seconds ? formatDuration(seconds) : '–'],
        ]}
      />
    </Card>
  );
}

/** Those whom the user's own setting keeps the campaign from writing to. */
function skippedWords({ messaged, never_twice_days }: Answer<'GET /api/lists/{id}/messaged'>): string {
  const many = messaged >= MESSAGED_COUNTED ? `${formatCount(messaged)} or more` : formatCount(messaged);
  return `${many}, messaged within ${formatNoun(never_twice_days ?? 0, 'day')}`;
}
