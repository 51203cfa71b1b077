import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EmailAddress } from '@pigeonpost/contract/calls/account';
import { emailAddressError } from '@pigeonpost/contract/mail/email-addresses';
import { useUser } from '../../../api/session.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import { useSetEmail } from '../api.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './account.module.css';

type Addresses = Pick<EmailAddress, 'address' | 'waiting'>;

/** One's own e-mail address: none, one that waits for its confirmation, or a confirmed one. */
export function EmailLine({ address, waiting }: Addresses) {
  return (
    <SettingLine
      line="email"
      press={(address ?? waiting) ? 'Change' : 'Add'}
      holds={
        address === null ? (
          'None. With one, a forgotten password needs no administrator'
        ) : (
          <span className="name">{address}</span>
        )
      }
      trouble={waiting ? <Waiting waiting={waiting} /> : undefined}
    >
      <EmailForm address={address} waiting={waiting} />
    </SettingLine>
  );
}

function Waiting({ waiting }: { waiting: NonNullable<Addresses['waiting']> }) {
  const { mutate, isPending } = useSetEmail('The link is on its way again.');
  return (
    <div className={css.waiting}>
      <span>
        <span className="name">{waiting.address}</span> waits for its confirmation: open the link that was
        mailed to it <RelativeTime iso={waiting.since} none="–" />.
      </span>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={() => mutate({ email: waiting.address })}
      >
        Send again
      </Button>
    </div>
  );
}

function EmailForm({ address, waiting }: Addresses) {
  const username = useUser()?.username;
  const { mutateAsync } = useSetEmail();
  const saved = { email: waiting?.address ?? address ?? '', current_password: '' };
  const form = useForm({
    initialValues: saved,
    validate: { email: (email) => (email.trim() === '' ? undefined : emailAddressError(email)) },
  });
  const { email, current_password } = form.values;
  return (
    <LineForm
      line="email"
      form={form}
      saved={saved}
      isFree
      except={['current_password']}
      missing={email !== saved.email && !current_password ? 'Type your current password first' : undefined}
      onSave={async (_changed, values) => {
        const typed = values.email.trim();
        await mutateAsync({ email: typed === '' ? null : typed, current_password });
        return typed === ''
          ? 'The address is removed.'
          : 'A link is on its way. Open it to confirm the address.';
      }}
    >
      <div className={`${css.field} stack`}>
        <input hidden readOnly autoComplete="username" value={username} />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="email"
          spellCheck={false}
          description={address === null ? undefined : 'Leave it empty to remove it.'}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
      </div>
    </LineForm>
  );
}
