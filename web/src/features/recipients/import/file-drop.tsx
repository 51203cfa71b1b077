import { IconFileUpload } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import css from './import.module.css';

type FileDropProps = { button: RefObject<HTMLButtonElement | null>; onFiles: (files: File[]) => void };

/** Says that files may be dropped, and lets them be chosen. */
export function FileDrop({ button, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={`${css.drop} dimmed`}>
      <IconFileUpload size={18} aria-hidden="true" />
      <p>
        Drop .xlsx, .csv, .txt or Instagram’s download here, or{' '}
        <button
          ref={button}
          type="button"
          className={`${css.choose} text-button`}
          onClick={() => input.current?.click()}
        >
          choose one
        </button>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".txt,.csv,.tsv,.xlsx,.json,.html,.zip,text/plain,text/csv"
        aria-label="Files with names"
        hidden
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          if (chosen.length > 0) onFiles(chosen);
          // The same file can be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
