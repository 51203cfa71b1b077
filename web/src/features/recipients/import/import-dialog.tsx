import type { StatedSource } from '@pigeonpost/contract/people/sources';
import { NAME_WORDS, type NameKind, NO_RECIPIENT } from '@pigeonpost/contract/recipients';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNameDomain, useNameKind } from '../../../account/settings.ts';
import { now, useNow } from '../../../clock.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { formatCountdown } from '../../../format/format-time.ts';
import { logError } from '../../../log.ts';
import { RunProgress } from '../../../ui/feedback/run-progress.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { fieldErrors } from '../../../ui/form/field-errors.ts';
import { FormDialog, useIsClosed } from '../../../ui/form/form-dialog.tsx';
import { isTextKept, useKeptState } from '../../../ui/form/use-kept-form.ts';
import { fieldsQuery } from '../../fields/api.ts';
import { noSource, SourceFields, statedSource } from '../../sources/parts/source-fields.tsx';
import { importChoicesQuery, saveImportChoice, useImportRecipients } from './api.ts';
import { BadLines } from './bad-lines.tsx';
import css from './import.module.css';
import { type Fill, ImportCounts } from './import-counts.tsx';
import { ImportReport, type Report } from './import-report.tsx';
import { KnownOfPeople } from './known-of-people.tsx';
import { Mapping } from './mapping.tsx';
import { PrivateColumns } from './private-columns.tsx';
import { columnsError, fieldOf } from './read/columns.ts';
import type { Outline } from './read/read-source.ts';
import { RowChoices } from './row-choices.tsx';
import { KEPT_TEXT, SourceField } from './source-field.tsx';
import { tableBody, withSource } from './table-body.ts';
import { useImportCheck } from './use-import-check.ts';
import { useImportSource } from './use-import-source.ts';

/** Takes names from a text or a file, says what would become of them, imports them and reports. */
export function ImportDialog({ list_id, onClose }: { list_id: number; onClose: () => void }) {
  const kind = useNameKind();
  const domain = useNameDomain();
  const words = NAME_WORDS[kind];
  const [report, setReport] = useState<Report>();
  // Asked no more after the import, which is remembered itself: the rows would be read once more.
  const { data: remembered } = useQuery({ ...importChoicesQuery, enabled: !report });
  const fields = useFieldNames(!report);
  const [running, setRunning] = useState(false);
  const isSent = running || report !== undefined;
  const source = useImportSource({ list_id, kind, domain, remembered, fields, isSent });
  const { counts, outlines, table } = source;
  const [fill, setFill] = useState<Fill>('empty');
  const [tags, setTags] = useState<string[]>([]);
  const [from, setFrom] = useKeptState('source of an import', noSource());
  const [fromError, setFromError] = useState<string>();
  useSourceOfDownload(outlines, { from, setFrom });
  const columnError = table && columnsError(table.columns, fields ?? []);
  const hasFields = table?.columns.some(({ use }) => fieldOf(use) !== undefined) === true;
  const isUnclear = outlines.some(({ layout }) => layout.column === undefined);
  const isTable = outlines.some(({ form }) => form === 'table');
  const isNamesAlone = !isTable && outlines.every(({ uses }) => uses.every((use) => use === 'skip'));
  // Not after the import: the list would hold all of them already.
  const known = useImportCheck(list_id, report ? undefined : source.body);
  const { isReading } = source;
  const leaveOut = useRef(source.leaveOut);
  leaveOut.current = source.leaveOut;
  useEffect(() => {
    // Of a source that is being read anew the check comes later.
    if (known?.blocked_lines && !isReading && !report) leaveOut.current(known.blocked_lines);
  }, [known, isReading, report]);
  const { mutateAsync } = useImportRecipients();
  const [missing, setMissing] = useState(false);
  const isClosed = useIsClosed();
  const remember = useRememberChoices();
  const [isRestored] = useState(() => isTextKept(KEPT_TEXT));
  const wanted = counts.valid - (known ? known.already_there + known.blocked : 0);
  const filled = table ? (known?.already_there ?? 0) : 0;
  const submit = async () => {
    if (report) return true;
    const { counts, body, table, error, outlines } = await source.settled();
    setMissing(!body);
    if (outlines.some(({ layout }) => layout.column === undefined)) return false;
    if (error || !body || (table && columnsError(table.columns, fields ?? []))) return false;
    setRunning(true);
    const stated = statedSource(from);
    try {
      const answer = await mutateAsync(
        table
          ? { table: tableBody({ list_id, ...table, fill, tags, ...(stated && { source: stated }) }) }
          : { names: stated ? withSource(body, stated) : body },
      );
      if (isClosed.current) toast.success(`${formatNoun(answer.added, 'recipient')} added.`);
      void remember(outlines);
      if (answer.blocked_lines) source.leaveOut(answer.blocked_lines);
      setFromError(undefined);
      setReport({ ...answer, duplicates: counts.duplicates, invalid: counts.invalid + counts.aside });
      return false;
    } catch (failed) {
      setFromError(fieldErrors(failed).source);
      throw failed;
    } finally {
      setRunning(false);
    }
  };
  return (
    <FormDialog
      title="Bulk Import"
      sentence={isNamesAlone ? sentenceOf(kind) : undefined}
      size={isTable && !report ? 'table' : 'wide'}
      submitLabel={
        isUnclear && !report
          ? `Choose the column with the ${words.many}.`
          : labelOf({ report, valid: counts.valid, wanted, filled })
      }
      submitOff={
        !report &&
        (isUnclear || columnError !== undefined || (counts.valid > 0 && wanted === 0 && filled === 0))
      }
      note={report || running ? undefined : <PrivateColumns outlines={outlines} />}
      done={report !== undefined}
      failure="Failed to add recipients"
      isRestored={isRestored}
      isFilled={!report && (source.isReading || source.hasLines)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={`${css.frame} stack`} data-table={isTable}>
        {report ? <ImportReport report={report} list_id={list_id} /> : null}
        {running ? <ImportRunning count={wanted} /> : null}
        {report ? null : (
          // Hidden and not gone while it runs: an import that fails has to leave what was typed.
          <div className={css.form} hidden={running}>
            <SourceField
              label={kind === 'instagram' ? 'Usernames' : 'Addresses'}
              error={source.error ?? (missing && counts.valid === 0 ? NO_RECIPIENT : undefined)}
              isOff={running || report !== undefined}
              outlines={outlines}
              rows={source.rows}
              onSource={source.read}
              onChoose={source.choose}
            />
            {outlines.map((outline, index) => (
              <Mapping
                // biome-ignore lint/suspicious/noArrayIndexKey: sources have no other name
                key={index}
                outline={outline}
                fields={fields ?? []}
                kind={kind}
                onChoose={(choice) => source.choose(index, choice)}
              />
            ))}
            {columnError ? (
              <p className={css.error} role="alert">
                {columnError}
              </p>
            ) : null}
            <ImportCounts
              counts={counts}
              known={known}
              isReading={source.isReading}
              fill={hasFields ? fill : undefined}
            />
            <RowChoices
              counts={counts}
              taken={source.taken}
              mends={source.mends}
              onTake={source.take}
              onMend={source.mend}
            />
            {table ? (
              <KnownOfPeople
                already_there={hasFields ? (known?.already_there ?? 0) : 0}
                fill={fill}
                tags={tags}
                onFill={setFill}
                onTags={setTags}
              />
            ) : null}
            <SourceFields
              label="Where are these people from?"
              value={from}
              error={fromError}
              onChange={setFrom}
            />
          </div>
        )}
        {running ? null : (
          <BadLines
            fileNames={outlines.map(({ name }) => name ?? '')}
            errors={report ? counts.errors.filter(({ reason }) => reason) : counts.errors}
            invalid={counts.invalid}
            aside={counts.aside}
            blocked={source.blocked}
            notes={source.notes}
            refused={source.refused}
            onCorrect={report ? undefined : source.correct}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** Fills in where the people of Instagram's download are from, until something else is typed. */
function useSourceOfDownload(
  outlines: readonly Outline[],
  { from, setFrom }: { from: StatedSource; setFrom: (from: StatedSource) => void },
): void {
  const [filled, setFilled] = useState('');
  const said = outlines.length > 0 ? outlines[0]?.from : undefined;
  const text = said?.text ?? '';
  if (text === filled || outlines.length === 0) return;
  setFilled(text);
  if (from.text === filled) setFrom(said ?? noSource());
}

/** The names of the user's fields; undefined until they are known. */
function useFieldNames(isAsked: boolean): readonly string[] | undefined {
  const { data } = useQuery({ ...fieldsQuery, enabled: isAsked });
  return useMemo(() => data?.map(({ name }) => name), [data]);
}

/** Keeps which columns had the names, for the next file with these heads; without it that file is only asked about. */
function useRememberChoices() {
  const client = useQueryClient();
  return async (outlines: readonly Outline[]) => {
    try {
      for (const { choice } of outlines) if (choice) await saveImportChoice(choice);
      await client.invalidateQueries({ queryKey: importChoicesQuery.queryKey });
    } catch (error) {
      logError('The columns of the import were not remembered', error);
    }
  };
}

function sentenceOf(kind: NameKind): string {
  const how = kind === 'instagram' ? ', with or without @' : '';
  return `One ${NAME_WORDS[kind].one} per line${how}. Names already in this list are left as they are.`;
}

type LabelOptions = { report: Report | undefined; valid: number; wanted: number; filled: number };

function labelOf({ report, valid, wanted, filled }: LabelOptions): string {
  if (report) return 'Done';
  if (wanted === 0 && filled > 0) return `Update ${formatNoun(filled, 'recipient')}`;
  return valid > 0 ? `Import ${formatNoun(wanted, 'recipient')}` : 'Import recipients';
}

/** While the server takes the names in: that it goes on, and for how long already. */
function ImportRunning({ count }: { count: number }) {
  const [started] = useState(now);
  const seconds = Math.max(0, Math.floor((useNow() - started) / 1000));
  return (
    <div className={css.running}>
      <p role="status">Importing {formatNoun(count, 'recipient')}. All of them go in, or none.</p>
      <span className={css.clock} role="timer">
        {formatCountdown(seconds)}
      </span>
      <RunProgress label="Importing" />
    </div>
  );
}
