import { Button } from '@mantine/core';
import type { ImportReport as AnsweredImport, BulkReport } from '@pigeonpost/contract/calls/recipients';
import { type Answer, ApiError } from '@pigeonpost/contract/client';
import { IMPORT_UNDO_MINUTES } from '@pigeonpost/contract/limits';
import { IconArrowBackUp, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../../clock.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { lastImportQuery, useUndoImport } from './api.ts';
import css from './import.module.css';

type Import = Answer<'GET /api/lists/{id}/imports'>['imports'][number];
type Undone = Answer<'DELETE /api/recipients/import/{id}'>;

/** What became of an import. */
export type Report = Omit<BulkReport, 'errors'> &
  Partial<Pick<AnsweredImport, 'updated' | 'differing' | 'replaced'>>;

/** What is in the list now, what was left out and why, and what may come next. */
export function ImportReport({ report, list_id }: { report: Report; list_id: number }) {
  const {
    added,
    duplicates,
    already_there,
    blocked,
    invalid,
    updated = 0,
    differing = 0,
    replaced = 0,
  } = report;
  const [undone, setUndone] = useState<Undone>();
  const leftOut: [string, number][] = [
    ['Already in this list', already_there],
    ['Of these, with changed fields', updated],
    ['With other values than the import', differing],
    ['On your do-not-contact list', blocked],
    ['Same person again', duplicates],
    ['Left out', invalid],
  ];
  return (
    <div className="stack">
      <div role="status">
        <p className={css.added}>
          <IconCircleCheck size={20} aria-hidden="true" />
          {undone ? undoneWords(undone) : `${formatNoun(added, 'recipient')} added`}
        </p>
        <DescriptionList
          items={leftOut
            .filter(([, count]) => count > 0)
            .map(([words, count]) => [words, formatCount(count)])}
        />
      </div>
      {added + replaced > 0 && !undone ? (
        <NextSteps added={added} replaced={replaced} list_id={list_id} onUndone={setUndone} />
      ) : null}
      {report.updated === undefined || added + replaced === 0 ? null : (
        <p className="note">{undone ? STAYED : undoWords({ added, replaced })}</p>
      )}
    </div>
  );
}

const STAYED = 'What the import filled in of people stayed: fields, tags and notes.';

/** What Undo would do. */
function undoWords({ added, replaced }: { added: number; replaced: number }): string {
  const done = [
    ...(added > 0 ? ['takes the recipients out again'] : []),
    ...(replaced > 0
      ? [`brings back the values of ${formatNoun(replaced, 'person', 'people')} that were replaced`]
      : []),
  ].join(' and ');
  return `Undo ${done}. What it filled in of people stays: fields, tags and notes.`;
}

function undoneWords({ removed, restored }: Undone): string {
  const values = `values of ${formatNoun(restored, 'person', 'people')} are back`;
  const taken = `${formatNoun(removed, 'recipient')} taken out again`;
  if (restored === 0) return `Import undone: ${taken}`;
  return `Import undone: ${removed > 0 ? `${taken}, ` : ''}${values}`;
}

/** Whether an import stays because its time is over; one that is gone earlier was undone by a press whose answer was lost. */
function isTooLate({ status }: ApiError, { created_at, is_being_undone }: Import): boolean {
  const isOver = serverNow() > Date.parse(created_at) + IMPORT_UNDO_MINUTES * 60_000;
  return status === 404 && isOver && !is_being_undone;
}

type NextStepsProps = {
  added: number;
  replaced: number;
  list_id: number;
  onUndone: (undone: Undone) => void;
};

function NextSteps({ added, replaced, list_id, onUndone }: NextStepsProps) {
  const { data: made } = useQuery(lastImportQuery(list_id));
  const { mutateAsync, isPending } = useUndoImport();
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const undo = async () => {
    if (!made) return;
    setError(undefined);
    try {
      onUndone(await mutateAsync(made.id));
    } catch (thrown) {
      // An undo that was begun goes on by itself: where its answer was lost, the list says what became of it.
      const isRefused = thrown instanceof ApiError && (thrown.status === 409 || isTooLate(thrown, made));
      const left = await client.fetchQuery({ ...lastImportQuery(list_id), staleTime: 0 }).catch(() => made);
      if (!isRefused && left?.id !== made.id) onUndone({ removed: added, restored: replaced });
      else setError(failureLine(thrown, 'Failed to undo the import'));
    }
  };
  return (
    <>
      <div className={css.next}>
        {made?.is_being_undone ? (
          <p>This import is being undone.</p>
        ) : added > 0 ? (
          <ButtonLink
            variant="default"
            leftSection={<IconSend size={16} />}
            to={paths.newCampaign}
            search={{ list: list_id }}
          >
            Write to these {formatCount(added)}
          </ButtonLink>
        ) : null}
        {made ? (
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} />}
            loading={isPending}
            onClick={undo}
          >
            Undo this import
          </Button>
        ) : null}
      </div>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </>
  );
}
