import '../../../theme/mono.ts';
import { Textarea } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { useKeptText } from '../../../ui/form/use-kept-form.ts';
import { FileDrop } from './file-drop.tsx';
import css from './import.module.css';
import type { Source } from './read-source.ts';

// A text box that is handed more holds the page for seconds.
const TEXT_BOX_HOLDS = 200_000;

/** The name under which the text outlives the session. */
export const KEPT_TEXT = 'import';

type SourceFieldProps = {
  /** What the names are called. */
  label: string;
  error: string | undefined;
  onSource: (source: Source) => void;
};

/** Where the names come from: the text box, or a file in its place. */
export function SourceField({ label, error, onSource }: SourceFieldProps) {
  const [file, setFile] = useState<File>();
  const text = useKeptText(KEPT_TEXT, (kept) => onSource({ text: kept }));
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    onSource(chosen ? { file: chosen } : { text: text.current });
  };
  const takeLongPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (pasted.length < TEXT_BOX_HOLDS) return;
    event.preventDefault();
    choose(new File([pasted], 'Pasted text.txt', { type: 'text/plain' }));
  };
  return (
    <div className={css.source}>
      {file ? null : (
        <Textarea
          aria-label={label}
          data-autofocus
          rows={8}
          classNames={{ input: css.text ?? '' }}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          defaultValue={text.current}
          onPaste={takeLongPaste}
          onChange={(event) => {
            text.current = event.currentTarget.value;
            onSource({ text: text.current });
          }}
        />
      )}
      <FileDrop file={file} onFile={choose} />
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
