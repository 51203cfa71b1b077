import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { List } from '@pigeonpost/contract/calls/lists';
import { FOLLOW_UP_KEEPS_PARTS } from '@pigeonpost/contract/campaigns/follow-up';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNoun } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { performanceQuery } from '../api.ts';
import { joinNames } from '../join-names.ts';

/** What a follow-up has of the campaign that it follows, and keeps (docs/behaviour.md#follow-ups). */
export function KeptParts({ campaign: { id, follows }, list }: { campaign: CampaignDetails; list: List }) {
  const { data: profiles } = useQuery(performanceQuery(id));
  const names = profiles?.map(({ profile_name }) => profile_name);
  return (
    <Card title="People and profiles" note={FOLLOW_UP_KEEPS_PARTS}>
      <DescriptionList
        items={[
          [
            'Follow-up of',
            follows ? (
              <Link key="follows" to={paths.campaign} params={{ id: follows.campaign_id }} dir="auto">
                {follows.name}
              </Link>
            ) : (
              'A campaign that was deleted'
            ),
          ],
          [
            'Recipient list',
            <span key="list">
              <Link to={paths.list} params={{ id: list.id }} dir="auto">
                {list.name}
              </Link>
              , {formatNoun(list.recipient_count, 'recipient')}
            </span>,
          ],
          [
            'Profiles',
            names ? (
              <span key="profiles" dir="auto">
                {joinNames(names)}
              </span>
            ) : (
              '–'
            ),
          ],
        ]}
      />
    </Card>
  );
}
