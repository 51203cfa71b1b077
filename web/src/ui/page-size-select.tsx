import { NativeSelect } from '@mantine/core';

/** The page sizes of every list (spec 1, section 9). */
export const PAGE_SIZES = [5, 10, 20, 50];

/** How many rows a page shows. Setting it goes back to page 1: that is the caller's. */
export function PageSizeSelect({ value, onSize }: { value: number; onSize: (size: number) => void }) {
  return (
    <NativeSelect
      aria-label="Rows per page"
      w={84}
      data={PAGE_SIZES.map(String)}
      value={String(value)}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    />
  );
}
