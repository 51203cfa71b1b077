import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { TestMessage } from '@pigeonpost/contract/calls/tests';
import { normalizeRecipient, typedNameError } from '@pigeonpost/contract/recipients';
import { hasTestEnded } from '@pigeonpost/contract/tests';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { FormDialog, useIsClosed } from '../../../ui/form/form-dialog.tsx';
import { profilePickerQuery } from '../../profiles/api.ts';
import { followTest, testQuery, useSendTest } from '../api.ts';
import { testWords } from '../test-words.ts';
import css from './send-test-dialog.module.css';

type SendTestDialogProps = {
  text: string;
  /** The message as a reader of this name gets it. */
  bubble: (name: string | undefined) => ReactNode;
  onClose: () => void;
};

const FRAME = { title: 'Send a test', sentence: 'A message to yourself: nobody else gets it.' };
const FAILURE = 'Failed to send the test';

// For as long as the page is open.
let lastProfile: number | undefined;

/** Sends a text to oneself and shows how far it is; closing lets it go on, and a toast tells. */
export function SendTestDialog(props: SendTestDialogProps) {
  const settings = useQuery(settingsQuery);
  const profiles = useQuery(profilePickerQuery());
  const [test, setTest] = useState<TestMessage>();
  const isClosed = useIsClosed();
  if (test) return <Followed test={test} {...props} />;
  if (settings.data && profiles.data) {
    const { own_name, names } = settings.data.settings;
    const sent = (made: TestMessage) => {
      followTest(made, () => !isClosed.current);
      setTest(made);
    };
    return (
      <TestForm
        {...props}
        free={profiles.data.profiles.filter(isFree)}
        ownName={own_name ?? ''}
        kind={names}
        onSent={sent}
      />
    );
  }
  const error = settings.error ?? profiles.error;
  const retry = () => Promise.all([settings.refetch(), profiles.refetch()]);
  return (
    <FormDialog
      {...FRAME}
      submitLabel="Send test"
      submitOff
      failure={FAILURE}
      onSubmit={retry}
      onClose={props.onClose}
    >
      {error ? (
        <ErrorState title="Failed to fetch your profiles" error={error} onRetry={retry} />
      ) : (
        <p className="dimmed" aria-busy="true">
          Looking for free profiles…
        </p>
      )}
    </FormDialog>
  );
}

const isFree = ({ is_active, blocked_at, signed_out_at, running_campaign }: Profile) =>
  is_active && blocked_at === null && signed_out_at === null && running_campaign === null;

type TestFormProps = SendTestDialogProps & {
  free: Profile[];
  ownName: string;
  kind: 'instagram' | 'address';
  onSent: (test: TestMessage) => void;
};

function TestForm({ text, bubble, free, ownName, kind, onSent, onClose }: TestFormProps) {
  const { mutateAsync } = useSendTest();
  const first = free.find(({ id }) => id === lastProfile) ?? free[0];
  const form = useForm({
    initialValues: { profile_id: `${first?.id ?? ''}`, recipient: ownName },
    validate: { recipient: (typed) => typedNameError(normalizeRecipient(typed), kind) },
  });
  // The profile may be busy by then.
  const name = normalizeRecipient(form.values.recipient);
  const send = async () => {
    if (form.validate().hasErrors) return false;
    const { profile_id, recipient } = form.getValues();
    lastProfile = Number(profile_id);
    onSent(await mutateAsync({ profile_id: lastProfile, recipient, text }));
    return false;
  };
  return (
    <FormDialog
      {...FRAME}
      submitLabel="Send test"
      submitOff={first === undefined}
      failure={FAILURE}
      form={form}
      draft="test"
      except={['profile_id']}
      onSubmit={send}
      onClose={onClose}
    >
      {first === undefined ? (
        <p className="note">No profile is free. Pause a campaign, or switch a profile on.</p>
      ) : (
        <NativeSelect
          label="Profile"
          data={free.map(({ id, profile_name }) => ({ value: `${id}`, label: profile_name }))}
          {...form.getInputProps('profile_id')}
        />
      )}
      <TextInput
        label="To"
        placeholder={kind === 'instagram' ? 'your.own.name' : undefined}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('recipient')}
      />
      <div className={css.bubble}>{bubble(name === '' ? undefined : name)}</div>
    </FormDialog>
  );
}

function Followed({ test: made, bubble, onClose }: SendTestDialogProps & { test: TestMessage }) {
  const { data: test = made } = useQuery({ ...testQuery(made.id), initialData: made });
  const isUnderWay = !hasTestEnded(test.state);
  return (
    <FormDialog
      {...FRAME}
      submitLabel="Close"
      failure={FAILURE}
      note={isUnderWay ? 'It goes on when you close this.' : undefined}
      done
      onSubmit={() => Promise.resolve()}
      onClose={onClose}
    >
      <div className={css.bubble}>{bubble(test.recipient)}</div>
      <p className={css.state} data-state={test.state} aria-live="polite" aria-busy={isUnderWay}>
        {testWords(test)}
      </p>
    </FormDialog>
  );
}
