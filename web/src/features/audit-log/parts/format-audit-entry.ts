import type { AuditKind } from '@pigeonpost/contract/account/audit-log';
import type { AuditEntry } from '@pigeonpost/contract/calls/audit-log';
import { rangesOf } from '@pigeonpost/contract/sending-hours';
import { formatNoun } from '../../../format/format-number.ts';
import { formatDateTime } from '../../../format/format-time.ts';
import { formatRanges } from '../../../limits/format-ranges.ts';

const DAY_MS = 86_400_000;

/** The kinds of a line, in words. */
export const KIND_LABELS: Record<AuditKind, string> = {
  user: 'Account',
  subscription: 'Subscription',
  password: 'Password',
  email_address: 'E-mail address',
  session: 'Sign-in',
  agent: 'Agent',
  reset_link: 'Reset link',
  settings: 'Settings',
  campaign: 'Campaign',
  list: 'List',
  recipients: 'Recipients',
  do_not_contact: 'Do not contact',
  person: 'Person',
  field: 'Field',
  tag: 'Tag',
  view: 'View',
  template: 'Template',
  profile: 'Profile',
};

type Told = Pick<AuditEntry, 'kind' | 'action' | 'subject_name' | 'before' | 'after'>;

/** The change in words: 'Signed in', 'Campaign Kiln open changed'. */
export function formatAuditEntry({ kind, action, subject_name, before, after }: Told): string {
  if (kind === 'session') return action === 'created' ? 'Signed in' : 'Signed out';
  if (kind === 'do_not_contact') {
    const names = Number((after ?? before)?.names ?? 0);
    if (action === 'changed') return 'Reason for taking a name off do-not-contact';
    // Old lines have the name itself.
    const who = subject_name === null ? formatNames(names, after ?? before) : `@${subject_name}`;
    if (before?.erased === true) return `${who} left do-not-contact because of an erasure`;
    return action === 'created' ? `${who} put on do-not-contact` : `${who} taken off do-not-contact`;
  }
  const name = subject_name ? ` ${subject_name}` : '';
  if (kind === 'agent') return `Agent on${name} ${action === 'created' ? 'connected' : 'revoked'}`;
  if (kind === 'recipients') return `Recipients of${name || ' a list'} changed`;
  return `${KIND_LABELS[kind]}${name} ${action}`;
}

/** '3 names', and for one the beginning of its hash, by which other lines about the same person are found. */
function formatNames(names: number, told: Told['after']): string {
  const [hash] = Array.isArray(told?.hashes) ? told.hashes : [];
  return names === 1 && typeof hash === 'string' ? `1 name (${hash})` : formatNoun(names, 'name');
}

/** A changed field; undefined if it did not exist before or does not after. */
type FieldChange = { field: string; before: string | undefined; after: string | undefined };

/** The fields of a change, before and after. */
export function fieldChanges({ action, before, after }: Told): FieldChange[] {
  if (action !== 'changed') return [];
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => isTold(before?.[field]) || isTold(after?.[field]))
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: before && field in before ? formatField(field, before[field]) : undefined,
      after: after && field in after ? formatField(field, after[field]) : undefined,
    }));
}

const isTold = (value: unknown) => value !== undefined && value !== '';

/** Hours and quiet dates are written down as ranges of minutes of the week, and of days. */
function formatField(field: string, value: unknown): string {
  if (typeof value !== 'string') return formatValue(value);
  if (field === 'hours') return formatRanges(rangesOf(pairsIn(value).map(([from, to]) => [+from, +to])));
  if (field === 'quiet_dates') return pairsIn(value).map(formatSpan).join(', ') || '–';
  return formatValue(value);
}

/** The pairs of a multirange: '{[540,1080),[1980,2520)}'. */
const pairsIn = (multirange: string) =>
  [...multirange.matchAll(/\[([^,]+),([^)]+)\)/g)].map(([, from = '', to = '']) => [from, to] as const);

/** '24-12-2026 to 01-01-2027' for days without the end. */
function formatSpan([from, to]: readonly [string, string]): string {
  const last = new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, 10);
  return from === last ? dayFirst(from) : `${dayFirst(from)} to ${dayFirst(last)}`;
}

const dayFirst = (day: string) => day.split('-').reverse().join('-');

function formatValue(value: unknown): string {
  if (value === null || value === '') return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
