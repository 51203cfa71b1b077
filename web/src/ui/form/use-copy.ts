import { useEffect, useState } from 'react';

const COPIED_MS = 2000;

type CopyOptions = {
  onCopied?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
  /** Called instead if there is no text. */
  onMissing?: (() => void) | undefined;
};

/** A function is called when Copy is pressed. */
export type CopiedText = string | (() => string);

/** Copies a text, and reports for 2 seconds that it did. */
export function useCopy(text: CopiedText, { onCopied, onFailed, onMissing }: CopyOptions) {
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
