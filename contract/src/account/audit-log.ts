/** The kinds of rows that the audit log covers. */
export const AUDIT_KINDS = [
  'user',
  'subscription',
  'password',
  'email_address',
  'session',
  'agent',
  'reset_link',
  'settings',
  'campaign',
  'list',
  'recipients',
  'do_not_contact',
  'person',
  'field',
  'tag',
  'view',
  'template',
  'profile',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AUDIT_ACTIONS = ['created', 'changed', 'deleted'] as const;
