import '../../../theme/mono.ts';
import { Textarea } from '@mantine/core';
import { type ClipboardEvent, useRef, useState } from 'react';
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
  // A long paste outlives the session in the place of what was typed, which is back once the paste is removed.
  const typed = useRef('');
  const text = useKeptText(KEPT_TEXT, (kept) => {
    const paste = pasteOf(kept);
    onSource(paste ? { file: paste } : { text: kept });
  });
  const [file, setFile] = useState(() => pasteOf(text.current));
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    if (!chosen && pasteOf(text.current)) text.current = typed.current;
    onSource(chosen ? { file: chosen } : { text: text.current });
  };
  const takeLongPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    const paste = pasteOf(pasted);
    if (!paste) return;
    event.preventDefault();
    typed.current = text.current;
    text.current = pasted;
    choose(paste);
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

/** What is too long for the text box, as a file. */
function pasteOf(text: string): File | undefined {
  if (text.length < TEXT_BOX_HOLDS) return undefined;
  return new File([text], 'Pasted text.txt', { type: 'text/plain' });
}
