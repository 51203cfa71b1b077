import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import css from './bell.module.css';

type BellButtonProps = { unread: number } & ActionIconProps & ComponentPropsWithRef<'button'>;

const MOST_SHOWN = 99;

/** The bell with the number of unread notifications. */
export function BellButton({ unread, ...props }: BellButtonProps) {
  // The same words for a reader and for somebody who names what they see.
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      className={css.bell}
      aria-label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      title="Notifications"
      {...props}
    >
      <IconBell size={18} />
      {unread > 0 ? (
        <span className={css.unread} aria-hidden="true">
          {shown}
        </span>
      ) : null}
    </ActionIcon>
  );
}
