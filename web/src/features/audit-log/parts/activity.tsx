import type { AuditEntry } from '@pigeonpost/contract/calls/audit-log';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { activityQuery } from '../api.ts';
import { ACTIVITY_COLUMNS, AuditCard, entryKey } from './audit-columns.tsx';

const A_PAGE = 5;

/** Changes of one's own account and data, with their actors (docs/behaviour.md#audit-log). */
export function Activity() {
  const [page, setPage] = useState(1);
  const query = useQuery(activityQuery({ page, limit: A_PAGE }));
  return (
    <DataTable<AuditEntry>
      label="Activity"
      columns={ACTIVITY_COLUMNS}
      rows={query.data?.entries}
      rowKey={entryKey}
      query={query}
      failure="Failed to fetch your activity"
      skeletonRows={A_PAGE}
      card={(entry) => <AuditCard entry={entry} />}
      empty={
        <EmptyState
          drawing="letter"
          title="Nothing yet"
          sentence="Changes to your account, campaigns and lists are listed here."
        />
      }
      foot={
        <Pagination
          page={page}
          pageSize={A_PAGE}
          totalItems={query.data?.pagination.totalItems ?? 0}
          onPage={setPage}
        />
      }
    />
  );
}
