import type { AuditKind } from '@pigeonpost/contract/audit-log';
import type { AuditEntry } from '@pigeonpost/contract/calls/audit-log';
import { formatNoun } from '../../../format/format-number.ts';
import { formatDateTime } from '../../../format/format-time.ts';

/** The kinds of a line, in words. */
export const KIND_LABELS: Record<AuditKind, string> = {
  user: 'Account',
  subscription: 'Subscription',
  password: 'Password',
  session: 'Sign-in',
  agent: 'Agent',
  reset_link: 'Reset link',
  settings: 'Settings',
  campaign: 'Campaign',
  list: 'List',
  recipients: 'Recipients',
  do_not_contact: 'Do not contact',
  field: 'Field',
  tag: 'Tag',
  template: 'Template',
  profile: 'Profile',
};

type Told = Pick<AuditEntry, 'kind' | 'action' | 'subject_name' | 'before' | 'after'>;

/** The change in words: 'Signed in', 'Campaign Kiln open changed'. */
export function formatAuditEntry({ kind, action, subject_name, before, after }: Told): string {
  if (kind === 'session') return action === 'created' ? 'Signed in' : 'Signed out';
  if (kind === 'do_not_contact') {
    const names = Number((after ?? before)?.names ?? 0);
    const who = subject_name === null ? formatNoun(names, 'name') : `@${subject_name}`;
    return action === 'created' ? `${who} put on do-not-contact` : `${who} taken off do-not-contact`;
  }
  const name = subject_name ? ` ${subject_name}` : '';
  if (kind === 'agent') return `Agent on${name} ${action === 'created' ? 'connected' : 'revoked'}`;
  if (kind === 'recipients') return `Recipients of${name || ' a list'} changed`;
  return `${KIND_LABELS[kind]}${name} ${action}`;
}

/** A changed field; undefined if it did not exist before or does not after. */
type FieldChange = { field: string; before: string | undefined; after: string | undefined };

/** The fields of a change, before and after. */
export function fieldChanges({ kind, action, before, after }: Told): FieldChange[] {
  if (action !== 'changed' || kind === 'do_not_contact') return [];
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => isTold(before?.[field]) || isTold(after?.[field]))
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: before && field in before ? formatValue(before[field]) : undefined,
      after: after && field in after ? formatValue(after[field]) : undefined,
    }));
}

const isTold = (value: unknown) => value !== undefined && value !== '';

function formatValue(value: unknown): string {
  if (value === null || value === '') return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
