import { Button } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import css from './row-menu-button.module.css';

// One element for all rows, which React need not compare.
const DOTS = <IconDots size={18} />;

type RowMenuButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style' | 'disabled'> & {
  label: string;
  /** A button with text instead of '...': the full label. */
  worded?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/**
 * The '...' of a row, before its menu is loaded and after. A plain button, because every row has one, and Mantine's
 * takes several times as long to mount.
 */
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
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      {...button}
      className={`${css.button} ${button.className ?? ''}`}
    >
      {DOTS}
    </button>
  );
}
