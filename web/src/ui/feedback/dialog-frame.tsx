import './dialog-styles.ts';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from '../form/form-dialog.module.css';
import { useIsPhone } from '../layout/media.ts';
import { useReturnFocus } from './return-focus.ts';
import { useScrollLock } from './scroll-lock.ts';

const WIDTHS = { table: 840, wide: 560, narrow: 440 } as const;

/** The widths of dialogs: for a table, for a form, or for a few fields. */
export type DialogSize = keyof typeof WIDTHS;

type DialogFrameProps = {
  title: string;
  /** Called by Escape, the ✕ and a click outside. */
  onClose: () => void;
  size?: DialogSize;
  /** Another dialog is over it, and Escape is that one's. */
  isBehind?: boolean | undefined;
  children: ReactNode;
};

/** A dialog without a form of its own: full screen on phones, returns the focus. Load it lazily. */
export function DialogFrame({
  title,
  onClose,
  size = 'narrow',
  isBehind = false,
  children,
}: DialogFrameProps) {
  const isPhone = useIsPhone();
  useReturnFocus();
  useScrollLock();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!isBehind}
      title={title}
      size={WIDTHS[size]}
      fullScreen={isPhone}
      centered
      returnFocus={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={css}
    >
      {children}
    </Modal>
  );
}
