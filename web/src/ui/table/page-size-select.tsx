import { FilterSelect } from './filter-select.tsx';
import css from './page-size-select.module.css';
import { PAGE_SIZES } from './page-sizes.ts';

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} a page` }));

/** The number of rows on a page. The caller goes back to page 1 when it changes. */
export function PageSizeSelect({ value, onSize }: { value: number; onSize: (size: number) => void }) {
  return (
    <FilterSelect
      label="Rows per page"
      className={css.select}
      options={OPTIONS}
      value={String(value)}
      onChange={(size) => onSize(Number(size))}
    />
  );
}
