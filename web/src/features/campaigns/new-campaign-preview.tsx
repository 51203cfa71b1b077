import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { formatDuration } from '../../ui/format-time.ts';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { firstNameQuery, settingsQuery } from './api.ts';
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

function WhatWillHappen({ form: { list, profileIds } }: { form: NewCampaignForm }) {
  const settings = useQuery(settingsQuery).data?.settings;
  const seconds =
    list && settings && secondsFor({ messages: list.pending, profiles: profileIds.size, settings });
  return (
    <Card title="What will happen">
      <Facts
        facts={[
          ['Messages', formatCount(list?.pending)],
          ['Profiles', formatCount(profileIds.size)],
          ['Pause between', settings ? `${settings.delay_start}–${settings.delay_end} s each` : '–'],
          ['Will take about', seconds ? formatDuration(seconds) : '–'],
        ]}
      />
      {list?.pending === 0 ? (
        <p className={css.warning}>Nobody in this list is pending, so it could not be started now.</p>
      ) : null}
    </Card>
  );
}
