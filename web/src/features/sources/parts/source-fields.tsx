import { TextInput } from '@mantine/core';
import { SOURCE_MAX, type StatedSource } from '@pigeonpost/contract/people/sources';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../clock.ts';
import { DayField } from '../../../ui/form/dates/moment-fields.tsx';
import { peopleSettingsQuery } from '../../stop-link/api.ts';
import css from './sources.module.css';

/** A source as it is typed. Without a text nothing is stated. */
type TypedSource = { text: string; stated_on: string };

/** Today, as a day of this browser. */
export function noSource(): TypedSource {
  const day = new Intl.DateTimeFormat('sv-SE').format(now());
  return { text: '', stated_on: day };
}

/** What is stated; undefined where nothing is. */
export function statedSource({ text, stated_on }: TypedSource): StatedSource | undefined {
  return text.trim() === '' ? undefined : { text: text.trim(), stated_on };
}

type SourceFieldsProps = {
  /** Such as 'Where are these people from?'. */
  label: string;
  value: TypedSource;
  error?: string | undefined;
  onChange: (value: TypedSource) => void;
};

/** Where people are from: one quiet line until it is pressed, unless the settings ask for it (docs/behaviour.md#sources). */
export function SourceFields({ label, value, error, onChange }: SourceFieldsProps) {
  const { data } = useQuery(peopleSettingsQuery);
  const [isOpened, setOpened] = useState(value.text !== '');
  const isRequired = data?.require_source === true;
  const hasStopLinks = data?.sender_name != null && data.stop_link.is_public;
  if (!isOpened && !isRequired && !error)
    return (
      <div>
        <button type="button" className="text-button" onClick={() => setOpened(true)}>
          {label}
        </button>
      </div>
    );
  return (
    <div className={css.fields}>
      <TextInput
        label={label}
        description={[
          ...(isRequired ? [] : ['Optional. It stands on the page of each person.']),
          ...(hasStopLinks ? ['People who open the stop link read this.'] : []),
        ].join(' ')}
        placeholder="Stand at the spring fair"
        autoComplete="off"
        maxLength={SOURCE_MAX}
        autoFocus={isOpened && value.text === ''}
        value={value.text}
        error={error}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      <DayField
        label="Since"
        value={value.stated_on}
        onChange={(stated_on) => onChange({ ...value, stated_on })}
      />
    </div>
  );
}
