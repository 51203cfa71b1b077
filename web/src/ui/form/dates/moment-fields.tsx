import { TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { readDay, readTime, showDay } from '../../../format/format-time.ts';
import { useIsPhone } from '../../layout/media.ts';
import css from './moment-fields.module.css';

type MomentFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string;
  onChange?: (value: string) => void;
};

/** The whole day: a shorter form may still be being typed. */
const WHOLE = /^\d{2}[-./ ]?\d{2}[-./ ]?\d{4}$/;

/**
 * A day, typed as DD-MM-YYYY whatever the browser's language, or chosen from its calendar. Its value is 'YYYY-MM-DD', or
 * the text where that is no day, so that it is refused and not lost.
 */
export function DayField({ value = '', onChange, onBlur, onKeyDown, ...input }: MomentFieldProps) {
  const isPhone = useIsPhone();
  const calendar = useRef<HTMLInputElement>(null);
  const isDay = readDay(showDay(value)) !== undefined;
  return (
    <TextInput
      placeholder="DD-MM-YYYY"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      {...settling(readDay, { onChange, onBlur, onKeyDown })}
      value={showDay(value)}
      onChange={({ currentTarget: { value: text } }) =>
        onChange?.((WHOLE.test(text) ? readDay(text) : undefined) ?? text)
      }
      rightSectionPointerEvents="all"
      rightSectionWidth={isPhone ? 44 : 36}
      rightSection={
        <span className={css.holder}>
          <button
            type="button"
            className={css.open}
            aria-label="Open the calendar"
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden="true" />
          </button>
          <input
            ref={calendar}
            type="date"
            className={css.native}
            tabIndex={-1}
            aria-hidden="true"
            value={isDay ? value : ''}
            onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
          />
        </span>
      }
    />
  );
}

/** A time of 24 hours, whatever the browser's language. Its value is 'HH:MM', or the text where that is no time. */
export function TimeField({ value = '', onChange, onBlur, onKeyDown, ...input }: MomentFieldProps) {
  return (
    <TextInput
      placeholder="HH:MM"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      {...settling(readTime, { onChange, onBlur, onKeyDown })}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
}

type Handlers = { [Key in 'onChange' | 'onBlur' | 'onKeyDown']: MomentFieldProps[Key] | undefined };

/** A short form becomes the whole one when the field is left or its form submitted: '9' is 09:00. */
function settling(
  read: (typed: string) => string | undefined,
  { onChange, onBlur, onKeyDown }: Handlers,
): Pick<TextInputProps, 'onBlur' | 'onKeyDown'> {
  const settle = ({ currentTarget }: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const found = read(currentTarget.value);
    if (found !== undefined && showDay(found) !== currentTarget.value) onChange?.(found);
  };
  return {
    onBlur(event) {
      settle(event);
      onBlur?.(event);
    },
    onKeyDown(event) {
      if (event.key === 'Enter') settle(event);
      onKeyDown?.(event);
    },
  };
}
