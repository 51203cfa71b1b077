import type { LogAction } from '@pigeonpost/contract/campaigns';
import type { ReasonKind } from '@pigeonpost/contract/reasons';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Deps } from '../../../deps.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { inertText } from './inert-text.ts';
import { type ExportedLog, listLogsAfter } from './log-queries.ts';

// Each page is a transaction of its own, so that none is held during a slow reader's minutes. The writer lets others run
// each 64 kB, some 250 lines.
const PAGE_ROWS = 2000;

// A spreadsheet would read _x0041_ as an A.
const CHARACTER_NAME = /_(?=x[0-9a-f]{4}_)/gi;

const COLUMNS = [
  { header: 'Time', width: 18 },
  { header: 'Action', width: 18 },
  { header: 'Profile', width: 24 },
  { header: 'Recipient', width: 24 },
  { header: 'Message', width: 80 },
];

/** Null is an empty cell, which takes no place in the file. */
type Cell = string | null;

const ACTION_LABELS: Record<LogAction, string> = {
  started: 'Started',
  message_sent: 'Message sent',
  message_failed: 'Message failed',
  retry: 'Retry',
  skipped: 'Skipped',
  profile_blocked: 'Profile blocked',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  scheduled: 'Scheduled',
  undone: 'Undone',
  put_back: 'Put back',
  replied: 'Replied',
};

/**
 * A campaign's whole log as a workbook, written while it is read: memory stays flat however long it is, and a second
 * sheet begins where Excel's rows end. Import this file at the first download, as that of recipients.
 */
export function exportLogs(deps: Deps, key: CampaignKey): ReadableStream<Uint8Array> {
  return writeXlsxStream(readRows(deps, key), { name: 'Log', columns: COLUMNS, freezePane: { rows: 1 } });
}

async function* readRows(deps: Deps, key: CampaignKey): AsyncGenerator<Cell[]> {
  const readAfter = (after: number) => {
    const page = deps.readAsUser(key.user_id, (tx) => listLogsAfter(tx, { ...key, after, limit: PAGE_ROWS }));
    // It may fail while nobody waits for it: after the last page before it, or never, if the reader leaves.
    page.catch(() => {});
    return page;
  };
  for (let next: Promise<ExportedLog[]> | undefined = readAfter(0); next; ) {
    const lines: ExportedLog[] = await next;
    const last = lines[PAGE_ROWS - 1];
    // PostgreSQL reads the next page while this one is written.
    next = last && readAfter(last.id);
    for (const line of lines) yield toCells(line);
  }
}

function toCells(line: ExportedLog): Cell[] {
  return [
    line.time,
    labelOf(line),
    textCell(line.profile_name),
    textCell(line.recipient),
    textCell(line.message),
  ];
}

const textCell = (text: string | null): Cell =>
  (text && inertText(text).replace(CHARACTER_NAME, '_x005F_')) || null;

const REASON_LABELS: Partial<Record<ReasonKind, string>> = {
  unclear: 'Unclear',
  given_to_all: 'Given to others',
  cannot_start: 'Profile cannot start',
  unlisted: 'Profile cannot start',
  signed_out: 'Profile signed out',
};

const labelOf = ({ action, reason_kind }: ExportedLog) =>
  (reason_kind && REASON_LABELS[reason_kind]) ?? ACTION_LABELS[action];
