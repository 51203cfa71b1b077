import { IconSelector } from '@tabler/icons-react';
import css from './toolbar-field.module.css';

type FilterSelectProps<Value extends string> = {
  /** The accessible name: 'Status'. */
  label: string;
  /** Whether the name stands inside the field, before the choice. */
  isLabelShown?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
};

/** A choice in a toolbar: what the rows are filtered or sorted by. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, isLabelShown, options, value, onChange, className } = props;
  return (
    <div className={`${css.field} ${className ?? ''}`}>
      {isLabelShown ? (
        <span className={css.before} aria-hidden="true">
          {label}
        </span>
      ) : null}
      <select
        className={css.control}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconSelector size={16} className={css.chevron} aria-hidden="true" />
    </div>
  );
}
