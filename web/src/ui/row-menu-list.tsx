import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { Fragment, type ReactElement, useState } from 'react';
import css from './row-menu.module.css';
import type { RowMenuItem } from './row-menu-item.ts';

/** The open menu of one row. */
export function RowMenuList({ items, target }: { items: RowMenuItem[]; target: ReactElement }) {
  const [opened, setOpened] = useState(true);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={200}
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: css.menu ?? '', item: css.item ?? '', divider: css.line ?? '' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Icon, onPress, danger, offReason }, index) => (
          <Fragment key={label}>
            {danger && index > 0 && !items[index - 1]?.danger ? <Menu.Divider /> : null}
            <Menu.Item
              leftSection={<Icon size={16} />}
              data-danger={danger}
              onClick={onPress}
              disabled={Boolean(offReason)}
            >
              {label}
              {offReason ? <span className={css.reason}>{offReason}</span> : null}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
