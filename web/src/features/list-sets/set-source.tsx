import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConditionNames } from '../views/parts/condition-words.ts';
import { SetConditions } from './set-conditions.tsx';
import type { SetValues } from './set-form.ts';
import { SetKinds } from './set-kinds.tsx';
import { SetLists } from './set-lists.tsx';
import { SplitFields } from './split-fields.tsx';

type SetSourceProps = {
  values: SetValues;
  /** What conditions may ask for; its tags are those that everybody may have. */
  names: ConditionNames;
  /** There is one list only. */
  isOnly: boolean;
  /** What is wrong with the lists or the tag. */
  error: ReactNode;
  onCondition: (at: number | undefined) => void;
  onChange: (values: Partial<SetValues>) => void;
};

/** Whose people the new list takes, and how: from lists, or everybody with a tag. */
export function SetSource({ values, names, isOnly, error, onCondition, onChange }: SetSourceProps) {
  const { kind, tag_id } = values;
  const tags = [...(names.tag ?? [])];
  return (
    <>
      <SetKinds
        value={kind}
        isOnly={isOnly}
        hasTags={tags.length > 0}
        onChange={(next) => onChange({ kind: next })}
      />
      {kind === 'tagged' ? (
        <NativeSelect
          label="Everybody with the tag"
          description="In whichever list they are, or in none any more."
          error={error}
          value={tag_id ?? ''}
          onChange={(event) => onChange({ tag_id: Number(event.currentTarget.value) || null })}
          data={[
            { value: '', label: 'Choose a tag' },
            ...tags.map(([id, label]) => ({ value: String(id), label })),
          ]}
        />
      ) : (
        <>
          <SetLists
            values={values}
            error={error}
            onLists={(lists) => onChange({ lists })}
            onInto={(list) => onChange({ into: list })}
          />
          {kind === 'split' ? <SplitFields values={values} onChange={onChange} /> : null}
          <SetConditions values={values} names={names} onOpen={onCondition} onChange={onChange} />
        </>
      )}
    </>
  );
}
