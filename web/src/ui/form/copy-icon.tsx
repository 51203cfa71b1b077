import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './use-copy.ts';

type CopyIconProps = {
  text: string;
  /** The accessible name: 'Copy executable'. */
  label: string;
  onFailed: () => void;
};

/** Copies a text from beside it; a tick confirms it for 2 seconds. */
export function CopyIcon({ text, label, onFailed }: CopyIconProps) {
  const { copied, copy } = useCopy(text, { onFailed });
  return (
    <ActionIcon
      variant="subtle"
      size={28}
      aria-label={copied ? 'Copied!' : label}
      title={label}
      onClick={copy}
    >
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  );
}
