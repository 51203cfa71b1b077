import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type CopiedText, useCopy } from './use-copy.ts';

type CopyButtonProps = {
  text: CopiedText;
  /** What is copied, for its accessible name: 'Copy token'. */
  label?: string;
  onCopied?: () => void;
  onFailed?: () => void;
  /** Called instead if there is no text. */
  onMissing?: () => void;
};

/** Copies, and shows 'Copied!' for 2 seconds without changing its width. */
export function CopyButton({ text, label, onCopied, onFailed, onMissing }: CopyButtonProps) {
  const { copied, copy } = useCopy(text, { onCopied, onFailed, onMissing });
  return (
    <Button
      variant="default"
      size="compact-sm"
      w={84}
      px={0}
      aria-label={copied ? undefined : label}
      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      onClick={copy}
    >
      <span aria-live="polite">{copied ? 'Copied!' : 'Copy'}</span>
    </Button>
  );
}
