import { TextInput } from '@mantine/core';
import type { List } from '@pigeonpost/contract/calls/lists';
import { CAMPAIGN_NAME_MAX } from '@pigeonpost/contract/campaigns';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { type PickerChoice, PickerSelect } from '../../../ui/form/picker-select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { listPickerQuery } from '../../lists/api.ts';
import { availabilityQuery, profilePickerQuery } from '../../profiles/api.ts';
import { formatLeftOut } from '../../profiles/parts/picking-order.ts';
import { ProfilePicker } from '../../profiles/parts/profile-picker.tsx';
import { templatePickerQuery } from '../../templates/api.ts';
import type { CampaignForm } from './campaign-form.ts';
import css from './new-campaign.module.css';
import { choiceOf, isOwnMessage } from './resolve-choices.ts';

/** Name, template and list. */
export function CampaignFields({ form: { form, template, list, gone, own } }: { form: CampaignForm }) {
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
            <span className="dimmed" aria-hidden="true">
              {countCharacters(form.values.name)}/{CAMPAIGN_NAME_MAX}
            </span>
          }
          {...limitedField(form, 'name', CAMPAIGN_NAME_MAX)}
        />
        <TemplatePicker form={form} template={template} gone={gone.template} own={own} />
        {own?.is_follow_up ? null : <ListPicker form={form} list={list} gone={gone.list} />}
      </div>
    </Card>
  );
}

type PickerProps = {
  form: CampaignForm['form'];
  /** The name of a chosen part that has been deleted since. */
  gone: string | undefined;
};

const goneWords = (name: string | undefined) => (name ? `${name} was deleted. Choose another.` : undefined);

type TemplatePickerProps = PickerProps & Pick<CampaignForm, 'template' | 'own'>;

function TemplatePicker({ form, gone, template, own }: TemplatePickerProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(templatePickerQuery(search));
  const templates = data?.templates ?? [];
  const isEmpty = search === '' && data?.templates.length === 0;
  const present = templates.find(({ id }) => id === own?.template.id);
  const isOld = isOwnMessage(template, own) && present !== undefined && !isOwnMessage(present, own);
  return (
    <PickerSelect
      label="Message template"
      placeholder={isEmpty ? 'No templates yet' : 'Choose a template'}
      choices={templates.map(({ id, name }) => ({ id, label: name }))}
      fetched={templates.length}
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
      hint={
        isEmpty ? (
          <Link to={paths.templates}>Write a template</Link>
        ) : isOld ? (
          <button
            type="button"
            className="link text-button"
            onClick={() => form.setFieldValue('template', present)}
          >
            Take its new text
          </button>
        ) : undefined
      }
      error={form.errors.template ?? goneWords(gone)}
    />
  );
}

function ListPicker({ form, gone, list }: PickerProps & Pick<CampaignForm, 'list'>) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(listPickerQuery(search));
  const lists = data?.lists ?? [];
  const isEmpty = search === '' && data?.lists.length === 0;
  return (
    <PickerSelect
      label="Recipient list"
      placeholder={isEmpty ? 'No lists yet' : 'Choose a list'}
      choices={lists.map(toChoice)}
      fetched={lists.length}
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

/** The pending count is beside the list; a list without pending recipients is off and says so. */
function toChoice({ id, name, recipient_count, pending }: Choosable): PickerChoice {
  const all = formatNoun(recipient_count, 'recipient');
  if (recipient_count === 0) return { id, label: `${name} (${all}, nobody in it yet)`, off: true };
  if (pending === 0) return { id, label: `${name} (${all}, nobody left to write to)`, off: true };
  if (pending === recipient_count) return { id, label: `${name} (${all})` };
  return { id, label: `${name} (${all}, ${formatCount(pending)} still to write to)` };
}

/** The profiles that a campaign may use. */
export function ProfileChoices({ form: { form, profile_ids, own } }: { form: CampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(profilePickerQuery(search));
  const first = useQuery(profilePickerQuery()).data?.profiles ?? [];
  const all = useQuery(availabilityQuery()).data;
  const found = useQuery(availabilityQuery(search)).data;
  return (
    <ProfilePicker
      legend="Profiles"
      clearLabel="Clear"
      counted="free profiles"
      profiles={data?.profiles}
      others={first}
      total={data?.pagination.totalItems ?? 0}
      choiceOf={(profile) => choiceOf(profile, own)}
      chosen={new Set(profile_ids)}
      onChoose={(ids) => form.setFieldValue('profile_ids', ids)}
      search={search}
      onSearch={setSearch}
      // These do not know that a campaign keeps its own.
      free={own ? undefined : found?.free}
      leftOut={all && !own ? formatLeftOut(all) : undefined}
      error={form.errors.profile_ids}
    />
  );
}
