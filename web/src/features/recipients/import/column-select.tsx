import { NativeSelect } from '@mantine/core';
import { NAME_WORDS, type NameKind } from '@pigeonpost/contract/recipients';
import { IconAt, IconBraces, IconMinus, IconNote, IconTag } from '@tabler/icons-react';
import css from './mapping.module.css';
import { type ColumnUse, fieldOf, freeFieldName, keyOf } from './read/columns.ts';
import type { Choice } from './read/opened.ts';
import type { Outline } from './read/read-source.ts';

export type MappingProps = {
  outline: Outline;
  /** The names of the user's fields. */
  fields: readonly string[];
  kind: NameKind;
  onChoose: (choice: Choice) => void;
};

type ColumnSelectProps = MappingProps & { at: number };

/** What a column is, to be chosen. A text for each use, since that is what a select holds. */
export function ColumnSelect({ outline, fields, kind, onChoose, at }: ColumnSelectProps) {
  const { layout, uses } = outline;
  const head = layout.heads[at] ?? '';
  const isName = at === layout.column;
  const use = uses[at] ?? 'skip';
  const field = fieldOf(use);
  const others = uses.filter((_, other) => other !== at);
  const taken = others.map(fieldOf);
  const named = field ?? freeFieldName(head, at, (name) => taken.includes(name));
  const isNew = !fields.includes(named);
  const free = fields.filter((name) => name === field || !taken.includes(name));
  return (
    <NativeSelect
      size="xs"
      aria-label={`What ${head} is`}
      className={isName ? css.chosen : undefined}
      value={isName ? 'name' : keyOf(use)}
      leftSection={<UseIcon use={isName ? 'name' : use} />}
      data={[
        { value: 'name', label: NAME_WORDS[kind].label },
        ...free.map((name) => ({ value: `field ${name}`, label: name })),
        ...(isNew ? [{ value: `field ${named}`, label: `New: ${named}` }] : []),
        { value: 'tags', label: 'Tag of each row', disabled: others.includes('tags') },
        { value: 'note', label: 'Note', disabled: others.includes('note') },
        { value: 'skip', label: 'Leave out' },
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value === 'name') return onChoose({ column: at });
        onChoose({ uses: { [at]: readUse(value) }, ...(isName ? { column: -1 } : {}) });
      }}
    />
  );
}

const ICONS = { name: IconAt, tags: IconTag, note: IconNote, skip: IconMinus };

function UseIcon({ use }: { use: ColumnUse | 'name' }) {
  const Icon = typeof use === 'object' ? IconBraces : ICONS[use];
  return <Icon size={14} aria-hidden="true" />;
}

function readUse(value: string): ColumnUse {
  if (value.startsWith('field ')) return { field: value.slice('field '.length) };
  return value === 'tags' || value === 'note' ? value : 'skip';
}
