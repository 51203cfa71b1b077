import { TextInput } from '@mantine/core';
import { CheckField } from '../../../ui/form/check-field.tsx';
import css from './canary-field.module.css';
import { type CanaryForm, hasCanary } from './canary-form.ts';

/** 'Send to the first [10] people, then pause for a look.' */
export function CanaryField({ form: { form, suggestedCanary } }: { form: CanaryForm }) {
  const { canary } = form.values;
  const isOn = hasCanary(form.values, suggestedCanary);
  const error = form.errors.canary;
  return (
    <>
      <div className={css.canary}>
        <CheckField
          label="Send to the first"
          aria-label={`Send to the first ${canary} people, then pause for a look`}
          checked={isOn}
          onChange={(event) => form.setValues({ has_canary: event.currentTarget.checked })}
        />
        <TextInput
          aria-label="How many people are first"
          className={css.count}
          inputMode="numeric"
          autoComplete="off"
          disabled={!isOn}
          {...form.getInputProps('canary')}
          error={error ? true : undefined}
        />
        <span>people, then pause for a look</span>
      </div>
      <p className={css.error} aria-live="polite">
        {error}
      </p>
    </>
  );
}
