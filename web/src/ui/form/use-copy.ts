import { useEffect, useState } from 'react';

const COPIED_MS = 2000;

type CopyOptions = {
  onCopied?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
  /** Called instead where there is no text. */
  onMissing?: (() => void) | undefined;
};

/** Copies a text, and tells for 2 seconds that it did. */
export function useCopy(text: string, { onCopied, onFailed, onMissing }: CopyOptions) {
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
  return { copied, copy };
}
