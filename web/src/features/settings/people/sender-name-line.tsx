import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Answer } from '@pigeonpost/contract/client';
import { SENDER_NAME_MAX } from '@pigeonpost/contract/people/stop-link';
import { isVisible } from '@pigeonpost/contract/text/visible-text';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { useSavePeopleSettings } from '../../stop-link/api.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './people-lines.module.css';

type SenderNameProps = { people: Answer<'GET /api/settings/people'> };

/** Who writes, as the page of a stop link says it (docs/behaviour.md#the-stop-link). */
export function SenderNameLine({ people: { sender_name, stop_link } }: SenderNameProps) {
  const named = sender_name === null ? 'Not set: a stop link needs it.' : <bdi>{sender_name}</bdi>;
  return (
    <SettingLine
      line="sender"
      holds={
        <p>
          {named}
          {stop_link.is_public
            ? null
            : `${sender_name === null ? '' : '.'} This server has no public address (PUBLIC_URL), so messages cannot have the link yet.`}
        </p>
      }
    >
      <SenderNameForm sender_name={sender_name ?? ''} />
    </SettingLine>
  );
}

function SenderNameForm({ sender_name }: { sender_name: string }) {
  const { mutateAsync } = useSavePeopleSettings('Failed to save the sender’s name');
  const form = useForm({
    initialValues: { sender_name },
    validate: { sender_name: (name) => (isVisible(name) ? null : 'Sender’s name is required') },
  });
  return (
    <LineForm
      line="sender"
      form={form}
      saved={{ sender_name }}
      onSave={async (_changed, values) => {
        await mutateAsync(values);
        return 'Sender’s name saved.';
      }}
    >
      <TextInput
        label="Sender’s name"
        description="People read it on the page of their stop link, {optout} in a message."
        autoComplete="organization"
        className={css.name}
        {...limitedField(form, 'sender_name', SENDER_NAME_MAX)}
      />
    </LineForm>
  );
}
