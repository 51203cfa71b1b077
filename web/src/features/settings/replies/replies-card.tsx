import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { repliesSettingsQuery } from '../../replies/api.ts';
import { RepliesForm } from './replies-form.tsx';

/** When replies are read, whom they keep alone, and which words ask for a stop (docs/behaviour.md#replies). */
export function RepliesCard() {
  const { data, error, refetch } = useQuery(repliesSettingsQuery);
  const isActive = useSubscriptionActive();
  return (
    <Card title="Replies" note="Campaigns leave people alone who reply, as far as a site driver can read it.">
      {data ? <RepliesForm answer={data} isActive={isActive} /> : null}
      {error && !data ? (
        <ErrorState title="Failed to fetch the settings for replies" error={error} onRetry={refetch} />
      ) : null}
    </Card>
  );
}
