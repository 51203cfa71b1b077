import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const COPIED_MS = 2000;

type CopyButtonProps = {
  text: string;
  /** What is copied, for its accessible name: 'Copy token'. */
  label?: string;
  onCopied?: () => void;
  onFailed?: () => void;
  /** Called instead where there is no text. */
  onMissing?: () => void;
};

/** Copies, and says 'Copied!' for 2 seconds without changing its width. */
export function CopyButton({ text, label, onCopied, onFailed, onMissing }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (!text) return onMissing?.();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      onFailed?.();
    }
  };
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
