import '../../../theme/mono.ts';
import { Textarea } from '@mantine/core';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useKeptText } from '../../../ui/form/use-kept-form.ts';
import { FileChips, type FileChipsProps } from './file-chips.tsx';
import { FileDrop } from './file-drop.tsx';
import css from './import.module.css';
import { pastedTable } from './pasted-table.ts';
import type { Source } from './read/read-source.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

// A text box that is handed more holds the page for seconds.
const TEXT_BOX_HOLDS = 200_000;

/** The name under which the text is kept when the session ends. */
export const KEPT_TEXT = 'import';

type SourceFieldProps = Pick<FileChipsProps, 'outlines' | 'rows' | 'onChoose'> & {
  /** What the names are called. */
  label: string;
  error: string | undefined;
  /** While an import runs, a file that is dropped changes nothing. */
  isOff: boolean;
  onSource: (source: Source) => void;
};

/** Where the names come from: the text box, or files in its place, which may be dropped anywhere in the dialog. */
export function SourceField({ label, error, isOff, onSource, ...chips }: SourceFieldProps) {
  // A long paste replaces the typed text; removing the paste brings the text back.
  const typed = useRef('');
  const text = useKeptText(KEPT_TEXT, (kept) => {
    const paste = longPaste(kept);
    onSource(paste ? { files: [paste] } : { text: kept });
  });
  const [files, setFiles] = useState(() => [longPaste(text.current)].filter((file) => file !== undefined));
  const button = useFocusAfterSwap(files.length > 0);
  const choose = (chosen: File[]) => {
    setFiles(chosen);
    if (chosen.length === 0 && longPaste(text.current)) text.current = typed.current;
    onSource(chosen.length > 0 ? { files: chosen } : { text: text.current });
  };
  const field = useDroppedFiles((dropped) => !isOff && choose(dropped));
  const takePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    const table = text.current.trim() === '' ? pastedTable(event.clipboardData) : undefined;
    const paste = longPaste(pasted) ?? table;
    if (!paste) return;
    event.preventDefault();
    if (!table || longPaste(pasted)) {
      typed.current = text.current;
      text.current = pasted;
    }
    choose([paste]);
  };
  return (
    <div className={css.source} ref={field}>
      {files.length > 0 ? (
        <FileChips
          files={files}
          button={button}
          onRemove={(index) => choose(files.filter((_, at) => at !== index))}
          {...chips}
        />
      ) : (
        <>
          <Textarea
            aria-label={label}
            data-autofocus
            rows={8}
            classNames={{ input: css.text ?? '' }}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            defaultValue={text.current}
            onPaste={takePaste}
            onChange={(event) => {
              text.current = event.currentTarget.value;
              onSource({ text: text.current });
            }}
          />
          <FileDrop button={button} onFiles={choose} />
        </>
      )}
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** What is too long for the text box, as a file. */
function longPaste(text: string): File | undefined {
  if (text.length < TEXT_BOX_HOLDS) return undefined;
  return new File([text], 'Pasted text.txt', { type: 'text/plain' });
}

/** The button that took the other one's place takes its focus too. */
function useFocusAfterSwap(isSwapped: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef(isSwapped);
  useEffect(() => {
    if (last.current !== isSwapped) button.current?.focus();
    last.current = isSwapped;
  }, [isSwapped]);
  return button;
}
