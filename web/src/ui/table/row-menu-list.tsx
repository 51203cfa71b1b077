import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Fragment, useEffect, useRef, useState } from 'react';
import css from './row-menu.module.css';
import { RowMenuButton } from './row-menu-button.tsx';

/** One action of a row's menu. */
export type RowMenuItem = {
  label: string;
  icon?: ComponentType<{ size?: number }>;
  /** Shown or not: a tick in place of the icon. */
  checked?: boolean;
  /** The name over this and the next ones of the same group. */
  group?: string;
  onPress: () => void;
  /** Red, and below a line. */
  danger?: boolean;
  /** Why it is off; shown in the item, which the keyboard still reaches. */
  offReason?: string | undefined;
};

type RowMenuListProps = { label: string; items: RowMenuItem[]; worded: boolean | undefined };

/** The open menu of one row. */
export function RowMenuList({ label, items, worded }: RowMenuListProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button replaced the pressed one, whose focus was lost.
    button.current?.focus();
    setOpened(true);
  }, []);
  const press = (item: RowMenuItem) => {
    // A dialog that the item opens returns the focus to the element that has it now.
    button.current?.focus();
    item.onPress();
  };
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position={worded ? 'bottom-start' : 'bottom-end'}
      width={200}
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: css.menu ?? '', item: css.item ?? '', divider: css.line ?? '' }}
    >
      <Menu.Target>
        <RowMenuButton
          ref={button}
          label={label}
          worded={worded}
          // Mantine's menu handles Escape only once it has the focus.
          onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item, index) => (
          <Fragment key={`${item.group} ${item.label}`}>
            {item.danger && index > 0 && !items[index - 1]?.danger ? <Menu.Divider /> : null}
            {item.group && item.group !== items[index - 1]?.group ? (
              <Menu.Label>{item.group}</Menu.Label>
            ) : null}
            <Menu.Item
              leftSection={iconOf(item)}
              data-danger={item.danger}
              // Not disabled, so that the keyboard reaches it and its reason.
              aria-disabled={item.offReason ? true : undefined}
              closeMenuOnClick={!item.offReason}
              onClick={() => (item.offReason ? undefined : press(item))}
            >
              {item.label}
              {item.offReason ? <span className={css.reason}>{item.offReason}</span> : null}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function iconOf({ icon: Icon, checked }: RowMenuItem) {
  if (Icon) return <Icon size={16} />;
  // An unticked one keeps its room. The role of Mantine's items has no checked state.
  return checked ? (
    <IconCheck size={16} role="img" aria-label="Shown" />
  ) : (
    <IconCheck size={16} visibility="hidden" />
  );
}
