import { IconSelector } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { PAGE_SIZES } from '../../list-search.ts';
import css from './toolbar-field.module.css';

const GAP_PX = 12;

type FilterSelectProps<Value extends string> = {
  /** The accessible name: 'Status'. */
  label: string;
  /** Whether the name is inside the field, before the choice. */
  isLabelShown?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
};

/** A select in a toolbar: a filter or the sort order of the rows. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, isLabelShown, options, value, onChange, className } = props;
  return (
    <div className={`${css.field} ${className ?? ''}`}>
      {isLabelShown ? <NameInField name={label} /> : null}
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

/** The name in the field. The choice begins after it, whatever its width with the reader's font and spacing. */
function NameInField({ name }: { name: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const span = ref.current;
    const field = span?.parentElement;
    if (!field) return undefined;
    const makeRoom = () =>
      field.style.setProperty('--before', `${span.offsetLeft + span.offsetWidth + GAP_PX}px`);
    makeRoom();
    const observer = new ResizeObserver(makeRoom);
    observer.observe(span);
    return () => observer.disconnect();
  }, []);
  return (
    <span className={css.before} aria-hidden="true" ref={ref}>
      {name}
    </span>
  );
}

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} a page` }));

/** The number of rows on a page. The caller goes back to page 1 when it changes. */
export function PageSizeSelect({ value, onSize }: { value: number; onSize: (size: number) => void }) {
  return (
    <FilterSelect
      label="Rows per page"
      className={css.pageSize}
      options={OPTIONS}
      value={String(value)}
      onChange={(size) => onSize(Number(size))}
    />
  );
}
