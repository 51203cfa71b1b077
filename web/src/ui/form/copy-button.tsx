import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type CopyButtonProps = {
  text: CopiedText;
  /** The copied thing, for the accessible name: 'Copy token'. */
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

const COPIED_MS = 2000;

type CopyOptions = {
  onCopied?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
  /** Called instead where there is no text. */
  onMissing?: (() => void) | undefined;
};

/** A function is called when Copy is pressed. */
export type CopiedText = string | (() => string);

/** Copies a text, and reports for 2 seconds that it did. */
function useCopy(text: CopiedText, { onCopied, onFailed, onMissing }: CopyOptions) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const copiedText = typeof text === 'string' ? text : text();
    if (!copiedText) return onMissing?.();
    try {
      await navigator.clipboard.writeText(copiedText);
      setCopied(true);
      onCopied?.();
    } catch {
      onFailed?.();
    }
  };
  return { copied, copy };
}
