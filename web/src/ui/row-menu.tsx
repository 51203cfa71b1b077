import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { RowMenuItem } from './row-menu-item.ts';

const RowMenuList = lazy(() => import('./row-menu-list.tsx').then((m) => ({ default: m.RowMenuList })));

/** The '...' of a row. Mantine's menu loads with the first press: 38 kB that no list needs to show itself. */
export function RowMenu({ label, items }: { label: string; items: RowMenuItem[] }) {
  const [wanted, setWanted] = useState(false);
  const button = (onClick?: () => void) => (
    <ActionIcon
      variant="subtle"
      size={32}
      aria-label={label}
      aria-haspopup="menu"
      {...(onClick ? { onClick } : {})}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  if (!wanted) return button(() => setWanted(true));
  return (
    <Suspense fallback={button()}>
      <RowMenuList items={items} target={button()} />
    </Suspense>
  );
}
