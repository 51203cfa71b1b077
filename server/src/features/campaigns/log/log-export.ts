import type { LogAction } from '@pigeonpost/contract/campaigns';
import type { ReasonKind } from '@pigeonpost/contract/reasons';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Deps } from '../../../deps.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { inertText } from './inert-text.ts';
import { type ExportedLog, listLogsAfter } from './log-queries.ts';

// Each page is a transaction of its own, so that none is held during a slow reader's minutes.
const PAGE_ROWS = 1000;

// A spreadsheet would read _x0041_ as an A.
const CHARACTER_NAME = /_(?=x[0-9a-f]{4}_)/gi;

const COLUMNS = [
  { header: 'Time', width: 18 },
  { header: 'Action', width: 18 },
  { header: 'Profile', width: 24 },
  { header: 'Recipient', width: 24 },
  { header: 'Message', width: 80 },
];

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

async function* readRows(deps: Deps, key: CampaignKey): AsyncGenerator<string[]> {
  let lines: ExportedLog[] = [];
  do {
    const after = lines.at(-1)?.id ?? 0;
    lines = await deps.readAsUser(key.user_id, (tx) =>
      listLogsAfter(tx, { ...key, after, limit: PAGE_ROWS }),
    );
    for (const line of lines) yield toCells(line);
  } while (lines.length === PAGE_ROWS);
}

function toCells(line: ExportedLog): string[] {
  const texts = [line.profile_name, line.recipient, line.message].map(inertText);
  return [line.time, labelOf(line), ...texts.map((text) => text.replace(CHARACTER_NAME, '_x005F_'))];
}

const REASON_LABELS: Partial<Record<ReasonKind, string>> = {
  unclear: 'Unclear',
  given_to_all: 'Given to others',
  cannot_start: 'Profile cannot start',
  unlisted: 'Profile cannot start',
  signed_out: 'Profile signed out',
};

const labelOf = ({ action, reason_kind }: ExportedLog) =>
  (reason_kind && REASON_LABELS[reason_kind]) ?? ACTION_LABELS[action];
