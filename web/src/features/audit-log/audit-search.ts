import { AUDIT_KINDS, type AuditKind } from '@pigeonpost/contract/account/audit-log';
import { localTime } from '@pigeonpost/contract/local-time';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The choices of how many days the audit log shows. */
export const AUDIT_DAYS = [1, 7, 30, 90] as const;

/** The filters of the audit log besides a text: actor or owner, kind, and days. */
type AuditSearch = ListSearch & { who?: string; kind?: AuditKind; days?: number };

/** The `validateSearch` of the audit log: drops unknown values. */
export function validateAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const who = typeof raw.who === 'number' ? String(raw.who) : raw.who;
  const kind = AUDIT_KINDS.find((one) => one === raw.kind);
  const days = AUDIT_DAYS.find((one) => one === Number(raw.days));
  return {
    ...validateListSearch(raw),
    ...(typeof who === 'string' && who !== '' ? { who } : {}),
    ...(kind ? { kind } : {}),
    ...(days ? { days } : {}),
  };
}

/** The first of the last `days` days in a zone, as 'YYYY-MM-DD'. */
export function firstDay(days: number, { nowMs, timeZone }: { nowMs: number; timeZone: string }): string {
  const first = new Date(localTime(nowMs, timeZone).day);
  first.setUTCDate(first.getUTCDate() - (days - 1));
  return first.toISOString().slice(0, 10);
}
