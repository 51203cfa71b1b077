import type { Field } from '@pigeonpost/contract/calls/fields';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { COLUMNS_MAX } from './list-columns.ts';
import css from './recipients.module.css';

type ColumnsMenuProps = { fields: Field[]; shown: Field[]; onToggle: (field: Field) => void };

/** Chooses the fields that the list shows; without fields there is no menu. */
export function ColumnsMenu({ fields, shown, onToggle }: ColumnsMenuProps) {
  if (fields.length === 0) return null;
  const isShown = ({ id }: Field) => shown.some((field) => field.id === id);
  return (
    <div className={css.columns}>
      <RowMenu
        worded
        label="Columns"
        items={fields.map((field) => ({
          label: field.label,
          checked: isShown(field),
          offReason:
            isShown(field) || shown.length < COLUMNS_MAX ? undefined : `${COLUMNS_MAX} columns at most`,
          onPress: () => onToggle(field),
        }))}
      />
    </div>
  );
}
