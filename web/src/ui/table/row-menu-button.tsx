import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';

type RowMenuButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style' | 'disabled'> & {
  label: string;
  /** A button with words instead of '...': the label in full. */
  worded?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** The '...' of a row, before its menu is loaded and after. */
export function RowMenuButton({ label, worded, ...button }: RowMenuButtonProps) {
  if (worded) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconChevronDown size={14} />}
        aria-haspopup="menu"
        {...button}
      >
        {label}
      </Button>
    );
  }
  return (
    <ActionIcon variant="subtle" size={32} aria-label={label} aria-haspopup="menu" {...button}>
      <IconDots size={18} />
    </ActionIcon>
  );
}
