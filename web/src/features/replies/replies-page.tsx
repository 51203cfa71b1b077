import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useServerEvent } from '../../api/realtime.ts';
import { useRefetchSoon } from '../../api/refetch-soon.ts';
import { useListSearch } from '../../list-search.ts';
import { replyKeys } from '../../query-keys.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useWindowRequests } from '../profiles/parts/window-requests.ts';
import { repliesQuery } from './api.ts';
import css from './replies.module.css';
import type { RepliesSearch } from './replies-search.ts';
import { ReplyList } from './reply-list.tsx';

const route = getRouteApi('/users/replies');
const REPLIES_ON_A_PAGE = 20;
const REFETCH_EVERY_MS = 1000;

/** What people replied to all campaigns, newest first, or those that may ask for a stop (docs/behaviour.md#replies). */
export function RepliesPage() {
  const { page, limit, change, onPage } = useListSearch(REPLIES_ON_A_PAGE);
  const { stop }: RepliesSearch = route.useSearch();
  const query = useQuery(repliesQuery({ stop, page, limit }));
  const all = useQuery(repliesQuery({ stop: undefined, page: 1, limit: 1 })).data;
  const undecided = useQuery(repliesQuery({ stop: 'perhaps', page: 1, limit: 1 })).data;
  const requests = useWindowRequests();
  const { soon } = useRefetchSoon([replyKeys.all], { everyMs: REFETCH_EVERY_MS });
  useServerEvent('campaign_reply', soon);
  const { data, error } = query;
  const isPending = query.isPending || query.isPlaceholderData;
  return (
    <>
      <PageHeader
        title="Replies"
        note="Until you decide whether somebody asks you to stop, no campaign writes to them."
      />
      <FilterTabs
        label="Replies"
        tabs={[
          { value: 'all', label: 'All', count: all?.pagination.totalItems },
          { value: 'perhaps', label: 'To decide on', count: undecided?.pagination.totalItems },
        ]}
        value={stop ?? 'all'}
        onChange={(next) => change({ stop: next === 'all' ? undefined : next })}
      />
      <Card title={stop ? 'Do they ask you to stop?' : 'All replies'} flush>
        {error && !data ? (
          <ErrorState title="Failed to fetch the replies" error={error} onRetry={query.refetch} />
        ) : (
          <div aria-busy={isPending}>
            {data && data.replies.length === 0 ? (
              <p className={css.none}>{stop ? 'Nothing to decide on.' : 'No replies yet.'}</p>
            ) : null}
            <ReplyList label="Replies" replies={data?.replies ?? []} requests={requests} />
          </div>
        )}
        <Pagination
          page={page}
          pageSize={limit}
          totalItems={data?.pagination.totalItems ?? 0}
          onPage={onPage}
        />
      </Card>
    </>
  );
}
