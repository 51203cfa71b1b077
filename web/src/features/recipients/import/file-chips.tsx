import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { formatNoun } from '../../../format/format-number.ts';
import css from './import.module.css';
import { ENCODINGS, SEPARATOR_WORDS, SEPARATORS, type Separator } from './read/format-words.ts';
import type { Choice } from './read/opened.ts';
import type { Outline } from './read/read-source.ts';

export type FileChipsProps = {
  files: readonly File[];
  /** The ✕ of the first one, which takes the focus. */
  button: RefObject<HTMLButtonElement | null>;
  /** What each file was taken for; none while they are opened. */
  outlines: readonly Outline[];
  rows: readonly number[];
  onRemove: (index: number) => void;
  onChoose: (index: number, choice: Choice) => void;
};

/** The files that are read, each with what it was taken for and a way back. */
export function FileChips({ files, button, outlines, rows, onRemove, onChoose }: FileChipsProps) {
  return files.map((file, index) => (
    <FileChip
      // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
      key={index}
      file={file}
      outline={outlines.length === files.length ? outlines[index] : undefined}
      rows={rows[index]}
      button={index === 0 ? button : undefined}
      removeLabel={files.length === 1 ? 'Remove the file' : `Remove ${file.name}`}
      onRemove={() => onRemove(index)}
      onChoose={(choice) => onChoose(index, choice)}
    />
  ));
}

type FileChipProps = {
  file: File;
  outline: Outline | undefined;
  rows: number | undefined;
  button: RefObject<HTMLButtonElement | null> | undefined;
  removeLabel: string;
  onRemove: () => void;
  onChoose: (choice: Choice) => void;
};

function FileChip({ file, outline, rows, button, removeLabel, onRemove, onChoose }: FileChipProps) {
  const [isChanging, setChanging] = useState(false);
  const canChange = outline?.encoding !== undefined;
  return (
    <div className={css.chip}>
      <div className={css.chipLine}>
        <IconFileSpreadsheet size={18} aria-hidden="true" className={css.chipIcon} />
        <span className={`${css.file} one-line`} title={file.name}>
          {file.name}
        </span>
        <span className={css.size}>
          {outline && rows !== undefined ? sizeIn(outline, rows) : sizeOf(file)}
        </span>
        {outline ? (
          <span className={css.format}>
            {outline.format}
            {canChange ? (
              <button
                type="button"
                className={css.change}
                aria-expanded={isChanging}
                onClick={() => setChanging(!isChanging)}
              >
                Change
              </button>
            ) : null}
          </span>
        ) : null}
        <ActionIcon variant="subtle" size={32} aria-label={removeLabel} ref={button} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {outline?.isGarbled ? (
        <p className={css.garbled}>Some letters could not be read. Change the encoding.</p>
      ) : null}
      {outline && isChanging ? <FormatSelects outline={outline} onChoose={onChoose} /> : null}
      {outline?.sheets && outline.sheets.length > 1 ? (
        <NativeSelect
          label="Sheet"
          size="xs"
          value={outline.sheet}
          data={outline.sheets.map(({ name, isHidden }, at) => ({
            value: String(at),
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          onChange={(event) => onChoose({ ...OTHER_ROWS, sheet: Number(event.currentTarget.value) })}
        />
      ) : null}
    </div>
  );
}

// Which column and which heads were of rows that are read otherwise from now on.
const OTHER_ROWS = { column: undefined, hasHead: undefined };

function FormatSelects({ outline, onChoose }: { outline: Outline; onChoose: (choice: Choice) => void }) {
  return (
    <div className={css.selects}>
      <NativeSelect
        label="Separator"
        size="xs"
        value={outline.separator ?? ''}
        data={[...SEPARATORS, '' as const].map((value) => ({ value, label: SEPARATOR_WORDS[value] }))}
        onChange={(event) => onChoose({ ...OTHER_ROWS, separator: event.currentTarget.value as Separator })}
      />
      <NativeSelect
        label="Encoding"
        size="xs"
        value={outline.encoding ?? ''}
        data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChoose({ ...OTHER_ROWS, encoding: event.currentTarget.value })}
      />
    </div>
  );
}

function sizeIn({ form, layout }: Outline, rows: number): string {
  return form === 'table'
    ? `${formatNoun(rows, 'row')}, ${formatNoun(layout.width, 'column')}`
    : formatNoun(rows, 'row');
}

function sizeOf({ size }: File): string {
  const kilobytes = Math.max(1, Math.round(size / 1024));
  return kilobytes < 1024 ? `${kilobytes} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
