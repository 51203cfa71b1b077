import { NativeSelect } from '@mantine/core';
import css from './page-size-select.module.css';
import { PAGE_SIZES } from './page-sizes.ts';

/** How many rows a page shows. Setting it goes back to page 1: that is the caller's. */
export function PageSizeSelect({ value, onSize }: { value: number; onSize: (size: number) => void }) {
  return (
    <NativeSelect
      aria-label="Rows per page"
      className={css.select}
      data={PAGE_SIZES.map(String)}
      value={String(value)}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    />
  );
}
