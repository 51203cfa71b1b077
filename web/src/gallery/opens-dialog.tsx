import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type OpensDialogProps = {
  label: string;
  /** The dialog, which closes itself by `onClose`. */
  children: (onClose: () => void) => ReactNode;
};

/** A button that opens a dialog. */
export function OpensDialog({ label, children }: OpensDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}
