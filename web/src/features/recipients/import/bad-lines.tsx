import { Button } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { saveFile } from '../../../ui/form/save-file.ts';
import type { LineError } from './count-lines.ts';
import css from './import.module.css';

type BadLinesProps = {
  /** What the names are called. */
  many: string;
  errors: LineError[];
  invalid: number;
  /** All of them as a file. */
  refused: Blob | undefined;
  /** Left out once nothing can be corrected any more. */
  onCorrect?: ((line: number, value: string) => void) | undefined;
};

/** The first lines that are no names, each with its reason: to be corrected in place, or all of them downloaded. */
export function BadLines({ many, errors, invalid, refused, onCorrect }: BadLinesProps) {
  if (errors.length === 0) {
    return onCorrect ? <p className={css.none}>Lines that are no {many} will be shown here.</p> : null;
  }
  return (
    <section className={css.bad} aria-label="Lines that are left out">
      <div className={css.badHead}>
        <p role="status">
          {invalid === 0 ? 'Every line is corrected.' : `${formatNoun(invalid, 'line')} left out.`}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reached by keyboard */}
      <ul className={css.scroller} tabIndex={0} aria-label="Refused lines">
        {errors.map((error) => (
          <li key={error.line} className={css.wrongLine}>
            <span className={css.line}>Line {formatCount(error.line)}</span>
            <Value error={error} onCorrect={onCorrect} />
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
          <li className={css.more}>and {formatCount(invalid - errors.length)} more in the download</li>
        ) : null}
      </ul>
    </section>
  );
}

type ValueProps = { error: LineError; onCorrect: BadLinesProps['onCorrect'] };

// The line stays where it is once it is right: a field that vanishes under its writer would take the focus along.
function Value({ error: { line, value, reason }, onCorrect }: ValueProps) {
  if (!onCorrect) {
    return (
      <span className={css.value} title={value}>
        {value}
      </span>
    );
  }
  return (
    <input
      className={css.value}
      aria-label={`Line ${formatCount(line)}`}
      aria-invalid={reason !== undefined}
      defaultValue={value}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        // Enter would import what is right so far.
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(event) => onCorrect(line, event.currentTarget.value)}
    />
  );
}
