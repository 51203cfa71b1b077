import { lazy, Suspense, useState } from 'react';
import { RowMenuButton } from './row-menu-button.tsx';
import type { RowMenuItem } from './row-menu-item.ts';

const RowMenuList = lazy(() => import('./row-menu-list.tsx').then((m) => ({ default: m.RowMenuList })));

/** The menu of a row. Mantine's menu loads with the first press: 38 kB that no list needs to show itself. */
export function RowMenu({ label, items }: { label: string; items: RowMenuItem[] }) {
  const [wanted, setWanted] = useState(false);
  if (!wanted) return <RowMenuButton label={label} onClick={() => setWanted(true)} />;
  return (
    <Suspense fallback={<RowMenuButton label={label} />}>
      <RowMenuList label={label} items={items} />
    </Suspense>
  );
}
