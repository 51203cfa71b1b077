import { NativeSelect } from '@mantine/core';
import { PARTS_MAX, PARTS_MIN, SPLIT_VALUES_MAX } from '@pigeonpost/contract/people/list-sets';
import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../fields/api.ts';
import css from './set-dialog.module.css';
import type { SetValues } from './set-form.ts';

type SplitFieldsProps = {
  values: Pick<SetValues, 'parts' | 'field_id'>;
  onChange: (values: Pick<SetValues, 'parts' | 'field_id'>) => void;
};

const PARTS = Array.from({ length: PARTS_MAX - PARTS_MIN + 1 }, (_, more) => String(PARTS_MIN + more));

/** Into how many parts of the same size a list is split, or by the values of which field. */
export function SplitFields({ values: { parts, field_id }, onChange }: SplitFieldsProps) {
  const { data: fields = [] } = useQuery(fieldsQuery);
  return (
    <div className={css.lists}>
      <NativeSelect
        label="Split"
        value={field_id ?? ''}
        onChange={(event) => onChange({ parts, field_id: Number(event.currentTarget.value) || null })}
        data={[
          { value: '', label: 'Into equal parts, by lot' },
          ...fields.map(({ id, label }) => ({ value: String(id), label: `By ${label}` })),
        ]}
      />
      {field_id === null ? (
        <NativeSelect
          label="Parts"
          value={String(parts)}
          onChange={(event) => onChange({ parts: Number(event.currentTarget.value), field_id })}
          data={PARTS}
        />
      ) : (
        <p className={`${css.aside} note`}>
          The {SPLIT_VALUES_MAX} most frequent values get a list each, all others share one more.
        </p>
      )}
    </div>
  );
}
