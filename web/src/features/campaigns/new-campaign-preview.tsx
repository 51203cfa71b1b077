import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/format-number.ts';
import { formatDuration } from '../../format/format-time.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
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
  const seconds =
    list && settings && secondsFor({ messages: list.pending, profiles: profile_ids.length, settings });
  return (
    <Card title="What will happen">
      <DescriptionList
        items={[
          ['Messages', list?.pending === 0 ? '–' : formatCount(list?.pending)],
          ['Profiles', formatCount(profile_ids.length)],
          ['Pause between', settings ? `${settings.delay_start}–${settings.delay_end} s each` : '–'],
          ['Will take about', seconds ? formatDuration(seconds) : '–'],
        ]}
      />
    </Card>
  );
}
