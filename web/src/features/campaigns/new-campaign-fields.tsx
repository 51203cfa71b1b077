import { TextInput } from '@mantine/core';
import type { List } from '@pigeonpost/contract/calls/lists';
import { CAMPAIGN_NAME_MAX } from '@pigeonpost/contract/campaigns';
import { countCharacters } from '@pigeonpost/contract/characters';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { limitedField } from '../../ui/form/limited-field.ts';
import { Card } from '../../ui/layout/card.tsx';
import { listPickerQuery } from '../lists/api.ts';
import { templatePickerQuery } from '../templates/api.ts';
import css from './new-campaign.module.css';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { PickerSelect } from './picker-select.tsx';

/** Name, template and list. */
export function CampaignFields({ form: { form, template, list, gone } }: { form: NewCampaignForm }) {
  return (
    <Card>
      <div className={css.stack}>
        <TextInput
          label="Campaign name"
          description={`Only you see it. ${CAMPAIGN_NAME_MAX} characters at most.`}
          autoFocus
          autoComplete="off"
          rightSectionWidth={56}
          rightSection={
            <span className={css.counter} aria-hidden="true">
              {countCharacters(form.values.name)}/{CAMPAIGN_NAME_MAX}
            </span>
          }
          {...limitedField(form, 'name', CAMPAIGN_NAME_MAX)}
        />
        <TemplatePicker form={form} template={template} gone={gone.template} />
        <ListPicker form={form} list={list} gone={gone.list} />
      </div>
    </Card>
  );
}

type PickerProps = {
  form: NewCampaignForm['form'];
  /** The name of what was chosen and has been deleted since. */
  gone: string | undefined;
};

const goneWords = (name: string | undefined) => (name ? `${name} was deleted. Choose another.` : undefined);

function TemplatePicker({ form, gone, template }: PickerProps & Pick<NewCampaignForm, 'template'>) {
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
      chosen={template && { id: template.id, label: template.name }}
      onChoose={(id) =>
        form.setFieldValue(
          'template',
          templates.find((one) => one.id === id),
        )
      }
      search={search}
      onSearch={setSearch}
      hint={isEmpty ? <Link to={paths.templates}>Write a template</Link> : undefined}
      error={form.errors.template ?? goneWords(gone)}
    />
  );
}

function ListPicker({ form, gone, list }: PickerProps & Pick<NewCampaignForm, 'list'>) {
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
      chosen={list && toChoice(list)}
      onChoose={(id) =>
        form.setFieldValue(
          'list',
          lists.find((one) => one.id === id),
        )
      }
      search={search}
      onSearch={setSearch}
      hint={isEmpty ? <Link to={paths.lists}>Make a list</Link> : undefined}
      error={form.errors.list ?? goneWords(gone)}
    />
  );
}

type Choosable = Pick<List, 'id' | 'name' | 'recipient_count' | 'pending'>;

/** How many are still to be written to stands beside the list, and one with nobody left is off and says so. */
function toChoice({ id, name, recipient_count, pending }: Choosable) {
  const all = formatNoun(recipient_count, 'recipient');
  if (recipient_count === 0) return { id, label: `${name} (${all}, nobody in it yet)`, off: true };
  if (pending === 0) return { id, label: `${name} (${all}, nobody left to write to)`, off: true };
  if (pending === recipient_count) return { id, label: `${name} (${all})` };
  return { id, label: `${name} (${all}, ${formatCount(pending)} still to write to)` };
}
