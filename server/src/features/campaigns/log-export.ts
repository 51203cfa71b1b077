import { isSigningOut, isUnclear, type LogAction } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { inertText } from '../../spreadsheet/inert-text.ts';
import { writeWorkbook } from '../../spreadsheet/workbook.ts';
import { type ExportedLog, type LogPage, listLogsAfter } from './log-queries.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

// Each page is a transaction of its own, so that none is held during a slow reader's minutes.
const PAGE_ROWS = 2500;

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
};

/**
 * A campaign's whole log as a workbook, written while it is read: memory stays flat however long it is, and a second
 * sheet begins where Excel's rows end.
 */
export function exportLogs(deps: Deps, key: CampaignKey): ReadableStream<Uint8Array> {
  const reader = new AbortController();
  const pages = readPages(deps, key, reader.signal);
  const book = writeWorkbook({ sheetName: 'Log', columns: COLUMNS, pages });
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await book.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      reader.abort('The reader is gone.');
      await book.return();
    },
  });
}

/** The next page is read while the last one is written. */
async function* readPages(deps: Deps, key: CampaignKey, gone: AbortSignal): AsyncGenerator<string[][]> {
  const read = (after: number): Promise<LogPage> =>
    deps.readAsUser(key.user_id, (tx) => listLogsAfter(tx, { ...key, after, limit: PAGE_ROWS }));
  let next: Promise<LogPage> | undefined = read(0);
  while (next) {
    const { lines, last }: LogPage = await next;
    next = lines.length < PAGE_ROWS || gone.aborted ? undefined : read(last);
    // A reader that stopped does not await it any more.
    next?.catch(() => {});
    if (lines.length > 0) yield lines.map(toCells);
  }
}

function toCells([time, action, profile_name, recipient, message]: ExportedLog): string[] {
  const label = labelOf({ action, message });
  return [shownTime(time), label, inertText(profile_name), inertText(recipient), inertText(message)];
}

function labelOf(line: { action: LogAction; message: string }): string {
  if (isUnclear(line)) return 'Unclear';
  return isSigningOut(line) ? 'Profile signed out' : ACTION_LABELS[line.action];
}

/** DD-MM-YYYY HH:mm. */
function shownTime(time: string): string {
  return `${time.slice(8, 10)}-${time.slice(5, 7)}-${time.slice(0, 4)} ${time.slice(11, 16)}`;
}

/**
 * The Content-Disposition of a campaign's export ('log.xlsx'): its name, without characters that a file name cannot
 * contain.
 */
export function exportDisposition({ id, name }: { id: number; name: string }, what: string): string {
  const file = `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')} ${what}`;
  const encoded = encodeURIComponent(file).replace(/['()*!]/g, percentEncode);
  return `attachment; filename="campaign-${id}-${what}"; filename*=UTF-8''${encoded}`;
}

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
