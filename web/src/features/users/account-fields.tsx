import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import { useUser } from '../../api/session.ts';
import { now } from '../../clock.ts';
import { endDayOf, monthsLater, parseEndDay } from './end-date.ts';
import css from './users.module.css';

export type AccountValues = { role: Role; pack: Pack; end: string };

type AccountFieldsProps = {
  // biome-ignore lint/suspicious/noExplicitAny: the forms of both dialogs have these fields and more
  form: UseFormReturnType<any>;
  /** Why the role cannot be changed. */
  roleOff?: string | undefined;
};

const ROLES = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
];
const PACKS = [
  { value: 'starter', label: 'Starter' },
  { value: 'pro', label: 'Pro' },
];

/** Role, pack and end date, which every account has. */
export function AccountFields({ form, roleOff }: AccountFieldsProps) {
  return (
    <>
      <div className={css.pair}>
        <NativeSelect
          label="Role"
          data={ROLES}
          disabled={Boolean(roleOff)}
          description={roleOff}
          {...form.getInputProps('role')}
        />
        <NativeSelect label="Pack" data={PACKS} {...form.getInputProps('pack')} />
      </div>
      <EndDateField form={form} />
    </>
  );
}

/** The last day of the subscription, typed or extended by a month or a year. */
function EndDateField({ form }: AccountFieldsProps) {
  const today = useToday();
  const { role, end } = form.getValues() as AccountValues;
  const isAdmin = role === 'admin';
  const extend = (months: number) => form.setFieldValue('end', monthsLater(end, months, today));
  return (
    <div>
      <TextInput
        label="Subscription End Date"
        placeholder="DD-MM-YYYY"
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('end')}
        description={form.errors.end ? undefined : endHint(isAdmin, end)}
      />
      <div className={css.quick}>
        <Button variant="default" size="compact-sm" onClick={() => extend(1)}>
          1 month more
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => extend(12)}>
          1 year more
        </Button>
      </div>
    </div>
  );
}

function endHint(isAdmin: boolean, end: string): string {
  if (isAdmin) return 'An administrator needs no subscription. The date counts once the role is User.';
  if (end.trim() === '') return 'Without an end date nothing can be sent.';
  return 'The subscription ends with this day, in your time zone.';
}

/** The error of a typed end date. */
export function endDateError(end: string): string | undefined {
  return parseEndDay(end) === undefined ? 'Enter a day as DD-MM-YYYY' : undefined;
}

/** Today in the administrator's zone, in the typed form. */
export function useToday(): string {
  return endDayOf(new Date(now()).toISOString(), useUser()?.time_zone ?? 'UTC');
}

// biome-ignore lint/suspicious/noExplicitAny: the forms of both dialogs have this field and more
type UsernameFieldProps = { form: UseFormReturnType<any> };

/** The username, the first field of a dialog. */
export function UsernameField({ form }: UsernameFieldProps) {
  return (
    <TextInput
      label="Username"
      data-autofocus
      withAsterisk
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...form.getInputProps('username')}
    />
  );
}
