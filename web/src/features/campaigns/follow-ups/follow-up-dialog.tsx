import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { CAMPAIGN_NAME_MAX } from '@pigeonpost/contract/campaigns';
import {
  FOLLOW_UP_DAYS,
  FOLLOW_UP_DAYS_ERROR,
  FOLLOW_UP_DAYS_MAX,
  FOLLOW_UP_DAYS_MIN,
  NOBODY_READY_TEXT,
} from '@pigeonpost/contract/campaigns/follow-up';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog, useIsClosed } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { type PickerChoice, PickerSelect } from '../../../ui/form/picker-select.tsx';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import { OfferReading } from '../../replies/parts/offer-reading.tsx';
import { ReadingState, ReadNow } from '../../replies/parts/read-replies.tsx';
import { templatePickerQuery } from '../../templates/api.ts';
import { performanceQuery } from '../api.ts';
import css from './follow-up.module.css';
import { type FollowUpCount, followUpQuery, useMakeFollowUp } from './follow-up.ts';
import { leftOutWords, readyWords } from './follow-up-words.ts';

type FollowUpDialogProps = { campaign: CampaignDetails; onClose: () => void };

/** Makes a follow-up: a campaign to those who have not replied (docs/behaviour.md#follow-ups). */
export function FollowUpDialog({ campaign: { id, name }, onClose }: FollowUpDialogProps) {
  const form = useForm({
    initialValues: {
      name: countCharacters(name + SUFFIX) > CAMPAIGN_NAME_MAX ? name : name + SUFFIX,
      message_template_id: undefined as PickerChoice | undefined,
      days: String(FOLLOW_UP_DAYS),
    },
    validate: {
      name: (text) => (text.trim() === '' ? 'Name the campaign' : null),
      message_template_id: (chosen) => (chosen ? null : 'Choose a template'),
      days: (text) => (daysOf(text) === undefined ? FOLLOW_UP_DAYS_ERROR : null),
    },
    validateInputOnChange: ['days'],
  });
  const days = daysOf(form.values.days);
  const counted = useQuery(followUpQuery(id, days));
  const count = counted.isPlaceholderData ? undefined : counted.data;
  const { mutateAsync } = useMakeFollowUp(id);
  const navigate = useNavigate();
  const isClosed = useIsClosed();
  const isUnread = count?.unread === true;
  const make = async () => {
    if (form.validate().hasErrors) return false;
    const { name: typed, message_template_id: template } = form.getValues();
    if (!template || days === undefined) return false;
    const { campaign } = await mutateAsync({
      name: typed.trim(),
      message_template_id: template.id,
      days,
      even_unread: isUnread,
    });
    toast.success('Follow-up created. Press Start to begin sending.');
    if (!isClosed.current) await navigate({ to: paths.campaign, params: { id: campaign.id } });
    return true;
  };
  return (
    <FormDialog
      title={`Send a follow-up to ${name}`}
      sentence="It is a campaign with a list of its own. Each person gets it from the profile that wrote first."
      submitLabel={submitLabel(count)}
      submitOff={count?.ready === 0}
      failure="Failed to create the follow-up"
      form={form}
      size="wide"
      draft={`follow-up of campaign ${id}`}
      onSubmit={make}
      onClose={onClose}
    >
      {count && (count.unread || !count.reads_replies) ? <Unread id={id} count={count} /> : null}
      {count?.reads_replies ? <OfferReading /> : null}
      <TextInput
        label="Campaign name"
        data-autofocus
        autoComplete="off"
        {...limitedField(form, 'name', CAMPAIGN_NAME_MAX)}
      />
      <TemplateField
        chosen={form.values.message_template_id}
        error={form.errors.message_template_id}
        onChoose={(template) => {
          form.setFieldValue('message_template_id', template);
          form.clearFieldError('message_template_id');
        }}
      />
      <TextInput
        label="Days since the message"
        inputMode="numeric"
        autoComplete="off"
        className={css.days}
        {...form.getInputProps('days')}
      />
      {count && days !== undefined ? (
        <div role="status" className={css.count}>
          <p>{readyWords(count, days)}</p>
          <p className="note">{leftOutWords(count)}</p>
          {count.ready === 0 ? <p className="note">{NOBODY_READY_TEXT}</p> : null}
        </div>
      ) : counted.error && !counted.data ? (
        <ErrorState title="Failed to count who gets it" error={counted.error} onRetry={counted.refetch} />
      ) : (
        <div role="status" className={css.count}>
          {days === undefined ? '' : 'Counting…'}
        </div>
      )}
    </FormDialog>
  );
}

const SUFFIX = ' again';

/** The whole days that are typed, or undefined. */
function daysOf(text: string): number | undefined {
  const days = Number(text.trim());
  const isRight = /^\d+$/.test(text.trim()) && days >= FOLLOW_UP_DAYS_MIN && days <= FOLLOW_UP_DAYS_MAX;
  return isRight ? days : undefined;
}

function submitLabel(count: FollowUpCount | undefined): string {
  if (!count || count.ready === 0) return 'Create the follow-up';
  return count.unread || !count.reads_replies
    ? 'Send anyway'
    : `Create the follow-up to ${formatCount(count.ready)}`;
}

type TemplateFieldProps = {
  chosen: PickerChoice | undefined;
  error: ReactNode;
  onChoose: (template: PickerChoice | undefined) => void;
};

function TemplateField({ chosen, error, onChoose }: TemplateFieldProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(templatePickerQuery(search));
  const templates = (data?.templates ?? []).map(({ id, name }) => ({ id, label: name }));
  const isEmpty = search === '' && data?.templates.length === 0;
  return (
    <PickerSelect
      label="Message template"
      placeholder={isEmpty ? 'No templates yet' : 'Choose a template'}
      choices={templates}
      fetched={templates.length}
      total={data?.pagination.totalItems ?? 0}
      chosen={chosen}
      onChoose={(id) => onChoose(templates.find((one) => one.id === id))}
      search={search}
      onSearch={setSearch}
      hint={isEmpty ? <Link to={paths.templates}>Write a template</Link> : undefined}
      error={error}
    />
  );
}

/** That replies were not read since these messages, with the reading; or that nobody can read them. */
function Unread({ id, count }: { id: number; count: FollowUpCount }) {
  const profiles = useQuery(performanceQuery(id)).data ?? [];
  const profile_ids = profiles.filter(({ deleted_at }) => !deleted_at).map((one) => one.profile_id);
  if (!count.reads_replies)
    return (
      <Notice title="Your site driver does not read replies:">
        people who replied may be asked again. Each thread is opened before sending, but nothing is seen there
        either.
      </Notice>
    );
  return (
    <div>
      <Notice
        label="Replies"
        title={
          count.replies_read_at ? (
            <>
              Replies were last read <RelativeTime iso={count.replies_read_at} />.
            </>
          ) : (
            'Replies were never read.'
          )
        }
        action={<ReadNow profile_ids={profile_ids} />}
      >
        People who replied{count.replies_read_at ? ' since' : ''} may be asked again.
      </Notice>
      <ReadingState profile_ids={profile_ids} />
    </div>
  );
}
