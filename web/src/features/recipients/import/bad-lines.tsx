import { Button } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { saveFile } from '../../../ui/form/save-file.ts';
import css from './bad-lines.module.css';
import { type LineError, placeOf } from './read/corrections.ts';
import type { RowNotes } from './read/count-rows.ts';

type BadLinesProps = {
  /** How many files the lines are of. */
  fileNames: readonly string[];
  errors: LineError[];
  invalid: number;
  /** Rows that start as left out by their kind. */
  aside: number;
  /** How many in the file are on do-not-contact. */
  blocked: number;
  /** Rows that are imported and stand in the file all the same. */
  notes: RowNotes;
  /** All of them as a file. */
  refused: Blob | undefined;
  /** Left out once nothing can be corrected any more. */
  onCorrect?: ((error: LineError, value: string) => void) | undefined;
};

/** The first lines that are no names, each with its reason: to be corrected in place, or all of them downloaded. */
export function BadLines(props: BadLinesProps) {
  const { fileNames, errors, invalid, aside, blocked, notes, refused, onCorrect } = props;
  const leftOut = invalid + aside;
  const others = [
    blocked > 0 ? `${formatNoun(blocked, 'row')} on do-not-contact` : '',
    notes.cut > 0
      ? `${formatNoun(notes.cut, 'value')} cut because ${notes.cut === 1 ? 'it is' : 'they are'} too long`
      : '',
  ].filter(Boolean);
  if (errors.length === 0 && others.length === 0 && aside === 0) {
    return onCorrect ? <p className={`${css.none} dimmed`}>Lines that cannot be used appear here.</p> : null;
  }
  return (
    <section className={css.bad} aria-label="Lines that are left out">
      <div className={`${css.badHead} dimmed`}>
        <p role="status" className={css.leftOut}>
          {leftOut > 0 || others.length === 0 ? <span>{leftOutWords(leftOut)}</span> : null}
          {others.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
        {refused ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={14} />}
            onClick={() => saveFile(refused, 'left-out.csv')}
          >
            Download
          </Button>
        ) : null}
      </div>
      {errors.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reached by keyboard
        <ul className={css.scroller} tabIndex={0} aria-label="Refused lines">
          {errors.map((error) => (
            <li key={placeOf(error)} className={css.wrongLine}>
              <span className={css.line}>{placeWords(error, fileNames)}</span>
              <Value error={error} where={placeWords(error, fileNames)} onCorrect={onCorrect} />
              {error.reason ? (
                <span className={css.reason}>{error.reason}</span>
              ) : (
                <span className={css.corrected}>
                  <IconCheck size={14} aria-hidden="true" /> Corrected
                </span>
              )}
            </li>
          ))}
          {invalid > errors.length ? (
            <li className={`${css.more} dimmed`}>
              and {formatCount(invalid - errors.length)} more in the download
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function leftOutWords(invalid: number): string {
  if (invalid === 0) return 'Every line is corrected.';
  return `${formatNoun(invalid, 'row')} left out, with ${invalid === 1 ? 'its reason' : 'their reasons'}`;
}

function placeWords({ file, line }: LineError, fileNames: readonly string[]): string {
  const place = `Line ${formatCount(line)}`;
  return fileNames.length > 1 ? `${place}, ${fileNames[file]}` : place;
}

type ValueProps = { error: LineError; where: string; onCorrect: BadLinesProps['onCorrect'] };

// The line stays where it is once it is right: a field that vanishes under its writer would take the focus along.
function Value({ error, where, onCorrect }: ValueProps) {
  const { value, reason } = error;
  if (!onCorrect) {
    return (
      <span className={`${css.value} one-line grow`} title={value}>
        {value}
      </span>
    );
  }
  return (
    <input
      className={`${css.value} one-line grow`}
      aria-label={where}
      aria-invalid={reason !== undefined}
      defaultValue={value}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        // Enter would import what is right so far.
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(event) => onCorrect(error, event.currentTarget.value)}
    />
  );
}
