import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';

type RowMenuButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style' | 'disabled'> & {
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** The '...' of a row, before its menu is loaded and after. */
export function RowMenuButton({ label, ...button }: RowMenuButtonProps) {
  return (
    <ActionIcon variant="subtle" size={32} aria-label={label} aria-haspopup="menu" {...button}>
      <IconDots size={18} />
    </ActionIcon>
  );
}
