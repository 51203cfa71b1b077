import { TextInput } from '@mantine/core';
import { CAMPAIGN_NAME_MAX } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { formatNoun } from '../../ui/format-number.ts';
import { listPickerQuery, templatePickerQuery } from './api.ts';
import css from './new-campaign.module.css';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { PickerSelect } from './picker-select.tsx';

/** Name, template and list. */
export function CampaignFields({ form }: { form: NewCampaignForm }) {
  return (
    <Card>
      <div className={css.stack}>
        <TextInput
          label="Campaign name"
          description={`Only you see it. ${CAMPAIGN_NAME_MAX} characters at most.`}
          autoFocus
          autoComplete="off"
          maxLength={CAMPAIGN_NAME_MAX}
          rightSectionWidth={56}
          rightSection={
            <span className={css.counter} aria-hidden="true">
              {form.name.length}/{CAMPAIGN_NAME_MAX}
            </span>
          }
          value={form.name}
          error={form.faults.name}
          onChange={(event) => form.setName(event.currentTarget.value)}
        />
        <TemplatePicker form={form} />
        <ListPicker form={form} />
      </div>
    </Card>
  );
}

function TemplatePicker({ form }: { form: NewCampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(templatePickerQuery(search));
  const templates = data?.templates ?? [];
  const isEmpty = search === '' && data?.templates.length === 0;
  return (
    <PickerSelect
      label="Message template"
      placeholder={isEmpty ? 'No templates yet' : 'Choose a template'}
      choices={templates.map(({ id, name }) => ({ id, label: name }))}
      total={data?.pagination.totalItems ?? 0}
      chosen={form.template && { id: form.template.id, label: form.template.name }}
      onChoose={(id) => form.setTemplate(templates.find((template) => template.id === id))}
      search={search}
      onSearch={setSearch}
      hint={isEmpty ? <Link to={paths.templates}>Write a template</Link> : undefined}
      error={form.faults.template}
    />
  );
}

function ListPicker({ form }: { form: NewCampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(listPickerQuery(search));
  const lists = data?.lists ?? [];
  const isEmpty = search === '' && data?.lists.length === 0;
  return (
    <PickerSelect
      label="Recipient list"
      placeholder={isEmpty ? 'No lists yet' : 'Choose a list'}
      choices={lists.map(toChoice)}
      total={data?.pagination.totalItems ?? 0}
      chosen={form.list && toChoice(form.list)}
      onChoose={(id) => form.setList(lists.find((list) => list.id === id))}
      search={search}
      onSearch={setSearch}
      hint={isEmpty ? <Link to={paths.lists}>Make a list</Link> : undefined}
      error={form.faults.list}
    />
  );
}

function toChoice({ id, name, recipient_count }: { id: number; name: string; recipient_count: number }) {
  return { id, label: `${name} (${formatNoun(recipient_count, 'recipient')})` };
}
