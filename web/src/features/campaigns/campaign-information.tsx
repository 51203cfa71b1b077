import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { profilesUsed } from './parts/profiles-used.ts';
import { exactPercent, progressOf } from './parts/progress.ts';

/** Progress, list, times and the number of profiles. */
export function CampaignInformation({ campaign }: { campaign: Campaign }) {
  const { created_at, started_at, completed_at } = campaign;
  return (
    <Card title="Campaign Information">
      <DescriptionList
        columns={2}
        items={[
          ['List', <ListName key="list" campaign={campaign} />],
          ['Created', <DateTime key="created" iso={created_at} />],
          ['Progress', exactPercent(progressOf(campaign))],
          ['Started', <DateTime key="started" iso={started_at} none="Not yet" />],
          ['Profiles Used', formatCount(profilesUsed(campaign).length)],
          ['Completed', <DateTime key="completed" iso={completed_at} none="Not yet" />],
        ]}
      />
    </Card>
  );
}

function ListName({ campaign: { list_id, list_name } }: { campaign: Campaign }) {
  return list_id === null ? (
    <bdi>{list_name}</bdi>
  ) : (
    <Link to={paths.list} params={{ id: list_id }} dir="auto">
      {list_name}
    </Link>
  );
}
