import type { AuditKind } from '@pigeonpost/contract/account/audit-log';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

type Place = {
  search: string;
  page: number;
  limit: number;
  kind: AuditKind | undefined;
  start_date: string | undefined;
};

const given = ({ kind, start_date, ...place }: Place) => ({
  ...place,
  ...(kind ? { kind } : {}),
  ...(start_date ? { start_date } : {}),
});

/** One page of everybody's changes; for administrators. */
export function auditLogQuery({ who, ...place }: Place & { who: string }) {
  return queryOptions({
    queryKey: ['audit-log', 'all', { who, ...place }],
    queryFn: ({ signal }) =>
      call('GET /api/audit-log', { query: { ...given(place), ...(who ? { who } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of the changes of the user's own account and data. */
export function activityQuery({ page, limit }: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['audit-log', 'own', { page, limit }],
    queryFn: ({ signal }) => call('GET /api/audit-log/own', { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
  });
}
