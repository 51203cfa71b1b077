import { isSigningOut, isUnclear, type LogAction } from '@pigeonpost/contract/campaigns';
import { isGivenToAll } from '@pigeonpost/contract/follow-up';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { inertText } from './inert-text.ts';
import { type ExportedLog, listLogsAfter } from './log-queries.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
 * sheet begins where Excel's rows end.
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

function labelOf(line: { action: LogAction; message: string }): string {
  if (isUnclear(line)) return 'Unclear';
  if (isGivenToAll(line)) return 'Given to others';
  return isSigningOut(line) ? 'Profile signed out' : ACTION_LABELS[line.action];
}

/** The Content-Disposition of a campaign's export ('log.xlsx'): its name, without what a file's name cannot hold. */
export function exportDisposition({ id, name }: { id: number; name: string }, what: string): string {
  const file = `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')} ${what}`;
  const encoded = encodeURIComponent(file).replace(/['()*!]/g, percentEncode);
  return `attachment; filename="campaign-${id}-${what}"; filename*=UTF-8''${encoded}`;
}

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
