import { TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { SENDER_NAME_MAX } from '@pigeonpost/contract/stop-link';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { fieldErrors } from '../../../ui/form/field-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useLeaveQuestion } from '../../../ui/form/leave-question.ts';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptForm } from '../../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../../ui/form/use-saved-elsewhere.ts';
import { peopleSettingsQuery, useSavePeopleSettings } from '../api.ts';
import css from './stop-link.module.css';

/** Who writes, as the page of a stop link says it (docs/behaviour.md#the-stop-link). */
export function SenderNameForm() {
  const { data, error, refetch } = useQuery(peopleSettingsQuery);
  if (data) return <NameForm sender_name={data.sender_name ?? ''} isPublic={data.stop_link.is_public} />;
  return error ? (
    <ErrorState title="Failed to fetch the sender’s name" error={error} onRetry={refetch} />
  ) : null;
}

function NameForm({ sender_name, isPublic }: { sender_name: string; isPublic: boolean }) {
  const isActive = useSubscriptionActive();
  const { mutateAsync } = useSavePeopleSettings({
    done: 'Sender’s name saved.',
    failure: 'Failed to save the sender’s name',
  });
  const form = useForm({
    initialValues: { sender_name },
    validate: { sender_name: isNotEmpty('Sender’s name is required') },
  });
  useKeptForm('sender’s name', form);
  useSavedElsewhere(form, { sender_name });
  useLeaveQuestion(form.isDirty(), {
    title: 'Discard the sender’s name?',
    body: 'Your changes will be lost.',
  });
  const save = form.onSubmit(async (values) => {
    if (!isActive) return;
    try {
      await mutateAsync(values);
      form.resetDirty(values);
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  });
  return (
    <Form onSubmit={save} className={css.sender}>
      <TextInput
        label="Sender’s name"
        description={`People read it on the page of their stop link, {optout} in a message.${
          isPublic
            ? ''
            : ' This server has no public address (PUBLIC_URL), so messages cannot have the link yet.'
        }`}
        autoComplete="organization"
        {...limitedField(form, 'sender_name', SENDER_NAME_MAX)}
      />
      <div>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={isActive ? undefined : 'Renew to save settings'}
        >
          Save name
        </ReasonButton>
      </div>
    </Form>
  );
}
