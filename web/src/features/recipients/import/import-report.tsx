import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import css from './import.module.css';

/** What became of an import. */
export type Report = Omit<BulkReport, 'errors'>;

/** What is in the list now, and what was left out and why. */
export function ImportReport({ report }: { report: Report }) {
  const { added, duplicates, already_there, blocked, invalid } = report;
  const leftOut: [string, number][] = [
    ['Already in this list', already_there],
    ['On your do-not-contact list', blocked],
    ['Same person again', duplicates],
    ['Left out', invalid],
  ];
  return (
    <div role="status">
      <p className={css.added}>
        <IconCircleCheck size={20} aria-hidden="true" />
        {formatNoun(added, 'recipient')} added
      </p>
      <DescriptionList
        items={leftOut.filter(([, count]) => count > 0).map(([words, count]) => [words, formatCount(count)])}
      />
    </div>
  );
}
