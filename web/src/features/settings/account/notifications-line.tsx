import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EmailAddress } from '@pigeonpost/contract/calls/account';
import type { NotificationChoices } from '@pigeonpost/contract/calls/notifications';
import {
  ALWAYS_MAILED,
  CONFIRM_FIRST,
  type NotificationKind,
} from '@pigeonpost/contract/notifications/kinds';
import { toast } from '../../../ui/feedback/toast.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import boxCss from '../../../ui/table/selection-box.module.css';
import { useSaveNotificationChoices, useSendTestMail } from '../../notifications/api.ts';
import { KIND_GROUPS } from '../../notifications/parts/kind-words.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './notifications-line.module.css';

type NotificationsLineProps = { saved: NotificationChoices; email: EmailAddress };

/** Of what the user is told, and where (docs/behaviour.md#notifications). Without mail there is only the app. */
export function NotificationsLine({ saved, email }: NotificationsLineProps) {
  return (
    <SettingLine line="notifications" holds={holds(saved, email)}>
      <NotificationsForm saved={saved} email={email} />
    </SettingLine>
  );
}

const COLLECTED = {
  half_hour: 'collected for 30 minutes',
  two_hours: 'collected for 2 hours',
  daily: 'each day at 08:00',
};

function holds({ choices, collect }: NotificationChoices, { has_mail, address }: EmailAddress): string {
  const count = (where: 'in_app' | 'by_mail') => choices.filter((choice) => choice[where]).length;
  const inApp = `${count('in_app')} of ${choices.length} kinds in the app`;
  if (!has_mail) return inApp;
  return address === null
    ? `${inApp}, and none by e-mail before an address is confirmed`
    : `${inApp}, ${count('by_mail')} by e-mail, ${COLLECTED[collect]}`;
}

type Values = {
  collect: NotificationChoices['collect'];
  in_app: NotificationKind[];
  by_mail: NotificationKind[];
};

const valuesOf = ({ choices, collect }: NotificationChoices): Values => ({
  collect,
  in_app: choices.flatMap(({ kind, in_app }) => (in_app ? [kind] : [])),
  by_mail: choices.flatMap(({ kind, by_mail }) => (by_mail ? [kind] : [])),
});

function NotificationsForm({ saved, email }: NotificationsLineProps) {
  const { mutateAsync } = useSaveNotificationChoices();
  const form = useForm<Values>({ initialValues: valuesOf(saved) });
  const known = saved.choices.map(({ kind }) => kind);
  const { values } = form;
  // In the order of the screen, so that a box pressed twice changes nothing.
  const toggle = (where: 'in_app' | 'by_mail', kind: NotificationKind) =>
    form.setFieldValue(
      where,
      known.filter((one) => values[where].includes(one) !== (one === kind)),
    );
  return (
    <LineForm
      line="notifications"
      form={form}
      saved={valuesOf(saved)}
      isFree
      onSave={async ({ collect }) => {
        const choices = known.map((kind) => ({
          kind,
          in_app: values.in_app.includes(kind),
          by_mail: values.by_mail.includes(kind),
        }));
        await mutateAsync({ choices, ...(collect && { collect }) });
        return 'Notifications saved.';
      }}
    >
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" className={css.head}>
              Tell me when
            </th>
            <th scope="col" className={`${css.head} ${css.where}`}>
              In the app
            </th>
            {email.has_mail ? (
              <th scope="col" className={`${css.head} ${css.where}`}>
                E-mail
              </th>
            ) : null}
          </tr>
        </thead>
        {KIND_GROUPS.map(({ title, kinds }) => {
          const shown = known.filter((kind) => kinds[kind]);
          if (shown.length === 0) return null;
          return (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={email.has_mail ? 3 : 2} className={css.group}>
                  {title}
                </th>
              </tr>
              {shown.map((kind) => (
                <tr key={kind}>
                  <th scope="row">
                    {kinds[kind]?.label}
                    <span className="note">{kinds[kind]?.note}</span>
                  </th>
                  <td>
                    <Box
                      label={`In the app: ${kinds[kind]?.label}`}
                      checked={values.in_app.includes(kind)}
                      onChange={() => toggle('in_app', kind)}
                    />
                  </td>
                  {email.has_mail ? (
                    <td>
                      <Box
                        label={`By e-mail: ${kinds[kind]?.label}`}
                        checked={kind === ALWAYS_MAILED || values.by_mail.includes(kind)}
                        disabled={kind === ALWAYS_MAILED}
                        onChange={() => toggle('by_mail', kind)}
                      />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
      {email.has_mail ? (
        <div className={css.mail}>
          <NativeSelect
            label="Collect mails for"
            description="What you read here meanwhile is not mailed. A new browser is told at once."
            data={[
              { value: 'half_hour', label: '30 minutes' },
              { value: 'two_hours', label: '2 hours' },
              { value: 'daily', label: 'A day, until 08:00' },
            ]}
            {...form.getInputProps('collect')}
          />
          <SendTest address={email.address} />
        </div>
      ) : null}
    </LineForm>
  );
}

type BoxProps = { label: string; checked: boolean; disabled?: boolean; onChange: () => void };

function Box({ label, ...input }: BoxProps) {
  return <input type="checkbox" className={boxCss.box} aria-label={label} {...input} />;
}

function SendTest({ address }: { address: string | null }) {
  const { mutateAsync, isPending } = useSendTestMail();
  const send = async () => {
    await mutateAsync();
    toast.success(`A test is on its way to ${address}.`);
  };
  return (
    <ReasonButton
      variant="default"
      loading={isPending}
      reason={address === null ? CONFIRM_FIRST : undefined}
      onClick={() => void send().catch(() => undefined)}
    >
      Send a test
    </ReasonButton>
  );
}
