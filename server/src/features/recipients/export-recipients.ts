import { Readable } from 'node:stream';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { wallTime } from '@pigeonpost/contract/local-time';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { RecipientFilter } from '@pigeonpost/contract/recipients';
import { guardFormula } from '@pigeonpost/contract/text/formula-guard';
import { writeCsv } from 'hucre/csv';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { listFields, type NamedField } from '../fields/queries.ts';
import { listTags } from '../tags/queries.ts';
import { findMatching } from './bulk/bulk-change-queries.ts';
import { addKnown } from './known-queries.ts';
import { showRecipients } from './page-queries.ts';

// Each page is a transaction of its own, so that none is held during a slow reader's minutes.
const PAGE_ROWS = 2500;
const HEADS = ['Recipient', 'Status', 'Added'];
const TAGS = 'Tags';

const STATUSES: Record<Recipient['status'], string> = {
  pending: 'Pending',
  sent: 'Sent',
  failed: 'Failed',
  not_found: 'Not found',
};

/** Whom a list's screen shows. */
interface Shown {
  user_id: number;
  /** The user's. */
  time_zone: string;
  list_id: number;
  status: RecipientFilter | undefined;
  search: string;
  conditions: readonly Condition[];
  now: Date;
}

/** What stands beside each name: the user's fields, and the names of the tags. */
interface Columns {
  fields: NamedField[];
  tags: ReadonlyMap<number, string>;
}

/**
 * Recipients of a list with their fields and tags as text for spreadsheets, in the order in which they were added
 * (docs/behaviour.md#lists). It is written while they are read: memory stays flat however many they are. Import this file
 * at the first download: its library has eighty files, for which a start would wait.
 */
export function exportRecipients(deps: Pick<Deps, 'readAsUser'>, shown: Shown): Readable {
  return Readable.from(writeText(deps, shown), { objectMode: false });
}

async function* writeText({ readAsUser }: Pick<Deps, 'readAsUser'>, shown: Shown): AsyncGenerator<string> {
  const { user_id } = shown;
  const columns = await readAsUser(user_id, (tx) => readColumns(tx, user_id));
  const { fields } = columns;
  // The byte-order mark tells spreadsheets that it is UTF-8.
  yield toText([[...HEADS, ...fields.map(({ label }) => label), TAGS]], { bom: true });
  let after_id: number | null = 0;
  while (after_id !== null) {
    const at: number = after_id;
    const { recipients, last_id }: Page = await readAsUser(user_id, (tx) =>
      readPage(tx, columns, { ...shown, after_id: at }),
    );
    if (recipients.length > 0) yield toText(recipients.map((one) => toCells(one, columns, shown.time_zone)));
    after_id = last_id;
  }
}

async function readColumns(tx: Tx, user_id: number): Promise<Columns> {
  const fields = await listFields(tx, user_id);
  const tags = await listTags(tx, user_id);
  return { fields, tags: new Map(tags.map(({ id, name }) => [id, name])) };
}

interface Page {
  recipients: Recipient[];
  last_id: number | null;
}

async function readPage(tx: Tx, { fields }: Columns, shown: Shown & { after_id: number }): Promise<Page> {
  const { user_id } = shown;
  const { ids, last_id } = await findMatching(tx, { ...shown, limit: PAGE_ROWS });
  const recipients = await showRecipients(tx, user_id, ids);
  const known = await addKnown(tx, { user_id, recipients, field_ids: fields.map(({ id }) => id) });
  return { recipients: known, last_id };
}

function toCells(recipient: Recipient, { fields, tags }: Columns, time_zone: string): string[] {
  const names = (recipient.tags ?? []).flatMap((id) => tags.get(id) ?? []);
  return [
    recipient.recipient,
    STATUSES[recipient.status],
    writeMoment(new Date(recipient.created_at), time_zone),
    ...fields.map(({ id }) => recipient.fields?.[id] ?? ''),
    names.join(', '),
  ];
}

/** '29-11-2026 09:15' on the user's clock. */
function writeMoment(moment: Date, time_zone: string): string {
  const [day = '', time = ''] = new Date(wallTime(moment.getTime(), time_zone)).toISOString().split('T');
  return `${day.split('-').reverse().join('-')} ${time.slice(0, 5)}`;
}

/** Each row ends its line, so that the next page can follow. */
function toText(rows: string[][], options: { bom?: boolean } = {}): string {
  return `${writeCsv(
    rows.map((cells) => cells.map(guardFormula)),
    options,
  )}\r\n`;
}
