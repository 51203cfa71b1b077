import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useServerEvent } from '../../../api/realtime.ts';
import { useRefetchSoon } from '../../../api/refetch-soon.ts';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { replyKeys } from '../../../query-keys.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { campaignRepliesQuery, undecidedRepliesQuery } from '../api.ts';
import css from '../replies.module.css';
import { ReplyList } from '../reply-list.tsx';
import { ReadingState, ReadNow } from './read-replies.tsx';

const REPLIES_ON_A_PAGE = 10;
const REFETCH_EVERY_MS = 1000;

type CampaignRepliesProps = {
  campaign: CampaignDetails;
  /** Undefined where they could not be fetched. */
  profiles: ProfilePerformance[] | undefined;
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** What people replied to a campaign, newest first, above them those that may ask for a stop. */
export function CampaignReplies({ campaign, profiles, requests }: CampaignRepliesProps) {
  const { id, reads_replies } = campaign;
  const [page, setPage] = useState(1);
  const query = useQuery(campaignRepliesQuery(id, { page, limit: REPLIES_ON_A_PAGE }));
  const undecided = useQuery(undecidedRepliesQuery(id)).data;
  const { soon } = useRefetchSoon([replyKeys.ofCampaign(id)], { everyMs: REFETCH_EVERY_MS });
  useServerEvent('campaign_reply', ({ campaign_id }) => {
    if (campaign_id === id) soon();
  });
  const { data, error } = query;
  const first = page === 1 ? (undecided?.replies ?? []) : [];
  const above = new Set(first.map((one) => one.id));
  const replies = data?.replies.filter((one) => !above.has(one.id)) ?? [];
  const more = (undecided?.pagination.totalItems ?? 0) - first.length;
  const profile_ids = profiles?.filter(({ deleted_at }) => !deleted_at).map((one) => one.profile_id) ?? [];
  const total = data?.pagination.totalItems ?? 0;
  return (
    <Card
      title="Replies"
      flush
      aside={
        reads_replies ? (
          <ReadNow profile_ids={profile_ids} />
        ) : (
          <span className="note">{formatCount(total)}</span>
        )
      }
    >
      {reads_replies ? (
        <ReadingState profile_ids={profile_ids} />
      ) : (
        <p className={css.state}>No machine of yours reads replies now: its site driver cannot.</p>
      )}
      {error && !data ? (
        <ErrorState title="Failed to fetch the replies" error={error} onRetry={query.refetch} />
      ) : (
        <div aria-busy={query.isPending || query.isPlaceholderData}>
          {first.length > 0 ? (
            <>
              <h3 className={css.title}>Do they ask you to stop?</h3>
              <ReplyList label="Replies to decide on" replies={first} requests={requests} />
              {more > 0 ? (
                <p className={css.more}>
                  <Link to={paths.replies} search={{ stop: 'perhaps' }}>
                    And {formatCount(more)} more to decide on
                  </Link>
                </p>
              ) : null}
            </>
          ) : null}
          {total === 0 && data ? <p className={css.none}>No replies yet.</p> : null}
          <ReplyList label="Replies" replies={replies} requests={requests} />
        </div>
      )}
      {total > REPLIES_ON_A_PAGE ? (
        <Pagination page={page} pageSize={REPLIES_ON_A_PAGE} totalItems={total} onPage={setPage} />
      ) : null}
    </Card>
  );
}
