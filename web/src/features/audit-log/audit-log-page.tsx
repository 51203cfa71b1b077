import { AUDIT_KINDS } from '@pigeonpost/contract/account/audit-log';
import type { AuditEntry } from '@pigeonpost/contract/calls/audit-log';
import { AUDIT_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useUser } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { auditLogQuery } from './api.ts';
import { AUDIT_DAYS, firstDay } from './audit-search.ts';
import { AUDIT_COLUMNS, AuditCard, entryKey } from './parts/audit-columns.tsx';
import { KIND_LABELS } from './parts/format-audit-entry.ts';

const route = getRouteApi('/users/audit-log');

const KIND_OPTIONS = [
  { value: '', label: 'Everything' },
  ...AUDIT_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
];
const DAYS_OPTIONS = [
  { value: '', label: 'Any time' },
  ...AUDIT_DAYS.map((days) => ({
    value: String(days),
    label: days === 1 ? 'Today' : `Last ${days} days`,
  })),
];

/** Everybody's changes, for administrators. */
export function AuditLogPage() {
  const { search, page, limit, change, onSearch, onPage } = useListSearch(AUDIT_PAGE_SIZE);
  const { who = '', kind, days } = route.useSearch();
  const start_date = useFirstDay(days);
  const query = useQuery(auditLogQuery({ search, who, page, limit, kind, start_date }));
  const onWho = useCallback((next: string) => change({ who: next }, true), [change]);
  const isFiltered = Boolean(search || who || kind || days);
  const reset = () => change({ search: undefined, who: undefined, kind: undefined, days: undefined });
  return (
    <>
      <Toolbar
        search={{ label: 'Search what was done', value: search, onSearch }}
        filters={
          <>
            <SearchField label="Who" value={who} onSearch={onWho} slashFocuses={false} />
            <FilterSelect
              label="What"
              options={KIND_OPTIONS}
              value={kind ?? ''}
              onChange={(next) => change({ kind: next })}
            />
            <FilterSelect
              label="When"
              options={DAYS_OPTIONS}
              value={String(days ?? '')}
              onChange={(next) => change({ days: next === '' ? undefined : Number(next) })}
            />
          </>
        }
        onReset={isFiltered ? reset : undefined}
      />
      <DataTable<AuditEntry>
        label="Audit log"
        columns={AUDIT_COLUMNS}
        rows={query.data?.entries}
        rowKey={entryKey}
        reusesRows
        query={query}
        failure="Failed to fetch the audit log"
        skeletonRows={8}
        card={(entry) => <AuditCard entry={entry} />}
        empty={
          isFiltered || page > 1 ? (
            <NoMatch noun="entry" page={page} onPage={onPage} onReset={reset} />
          ) : (
            <EmptyState
              drawing="letter"
              title="Nothing yet"
              sentence="Changes to accounts, campaigns and lists are listed here."
            />
          )
        }
        foot={
          <Pagination
            page={page}
            pageSize={limit}
            totalItems={query.data?.pagination.totalItems ?? 0}
            onPage={onPage}
          />
        }
      />
    </>
  );
}

/** The first shown day; it moves on at midnight. */
function useFirstDay(days: number | undefined): string | undefined {
  const timeZone = useUser()?.time_zone ?? 'UTC';
  const nowMs = useNow(60);
  return days === undefined ? undefined : firstDay(days, { nowMs, timeZone });
}
