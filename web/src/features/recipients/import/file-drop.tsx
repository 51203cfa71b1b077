import { ActionIcon } from '@mantine/core';
import { IconFileUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import css from './import.module.css';

type FileDropProps = { file: File | undefined; onFile: (file: File | undefined) => void };

/** Takes a dropped or chosen .txt, .csv or .xlsx file; names the one that was taken, with a way back. */
export function FileDrop({ file, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useFocusAfterSwap(file);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onFile(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside is for everybody
    <div
      className={css.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={18} aria-hidden="true" />
      {file ? (
        <>
          <span className={css.file} title={file.name}>
            {file.name}, {sizeOf(file)}
          </span>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label="Remove the file"
            ref={button}
            onClick={() => onFile(undefined)}
          >
            <IconX size={16} />
          </ActionIcon>
        </>
      ) : (
        <p>
          Drop a .txt, .csv or .xlsx file here, or{' '}
          <button ref={button} type="button" className={css.choose} onClick={() => input.current?.click()}>
            choose one
          </button>
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".txt,.csv,.xlsx,text/plain,text/csv"
        aria-label="Text, CSV or Excel file"
        hidden
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) onFile(chosen);
          // The same file can be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** The button that took the other one's place takes its focus too. */
function useFocusAfterSwap(file: File | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef(file);
  useEffect(() => {
    if (last.current !== file) button.current?.focus();
    last.current = file;
  }, [file]);
  return button;
}

function sizeOf({ size }: File): string {
  const kilobytes = Math.max(1, Math.round(size / 1024));
  return kilobytes < 1024 ? `${kilobytes} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
