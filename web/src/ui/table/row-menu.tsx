import { type ReactNode, useState } from 'react';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { RowMenuButton } from './row-menu-button.tsx';
import type { RowMenuItem } from './row-menu-list.tsx';

const RowMenuList = lazyPart(() => import('./row-menu-list.tsx').then((m) => m.RowMenuList));

/** Renders the menu with these actions. */
export type ShowItems = (items: RowMenuItem[]) => ReactNode;

type RowMenuProps = {
  label: string;
  /** The actions; or a component that makes them, rendered with the first press, for lists with many rows. */
  items: RowMenuItem[] | ((show: ShowItems) => ReactNode);
  /** Shows the label on the button, for a bar of actions. */
  worded?: boolean;
};

/** The menu of a row. Mantine's menu loads with the first press: 38 kB that a list does not need at first. */
export function RowMenu({ label, items, worded }: RowMenuProps) {
  // Keyed by label, because the next page reuses this row's element.
  const [wanted, setWanted] = useState<string>();
  if (wanted !== label)
    return <RowMenuButton label={label} worded={worded} onClick={() => setWanted(label)} />;
  const show: ShowItems = (made) => (
    <RowMenuList
      fallback={<RowMenuButton label={label} worded={worded} />}
      label={label}
      items={made}
      worded={worded}
      onClose={() => setWanted(undefined)}
    />
  );
  return typeof items === 'function' ? items(show) : show(items);
}
