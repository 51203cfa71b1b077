import type { ReactNode } from 'react';
import type { CopiedText } from './copy-button.tsx';
import { CopyButton } from './copy-button.tsx';
import css from './copy-field.module.css';

type CopyFieldProps = {
  /** The accessible name of Copy: 'Copy token'. */
  label: string;
  /** '$' before a command. */
  prompt?: string;
  /** Breaks into lines instead of losing its end. */
  wrap?: boolean;
  /** Buttons before Copy, such as show and hide. */
  children?: ReactNode;
  onCopied?: () => void;
  onFailed?: () => void;
  onMissing?: () => void;
} & (
  | { text: string /** The text shown instead, such as a masked token. */; shown?: string }
  | { text: CopiedText; shown: string }
);

/** A mono line on sunken ground with a Copy button. */
export function CopyField({
  text,
  shown,
  label,
  prompt,
  wrap,
  children,
  onCopied,
  onFailed,
  onMissing,
}: CopyFieldProps) {
  return (
    <div className={css.field}>
      <code className={`${css.text} one-line grow`} data-wrap={wrap} title={shown ? undefined : String(text)}>
        {prompt ? (
          <span className={css.prompt} aria-hidden="true">
            {prompt}
            {'\u00a0'}
          </span>
        ) : null}
        {shown ?? String(text)}
      </code>
      {children}
      <CopyButton
        text={text}
        label={label}
        {...(onCopied ? { onCopied } : {})}
        {...(onFailed ? { onFailed } : {})}
        {...(onMissing ? { onMissing } : {})}
      />
    </div>
  );
}
