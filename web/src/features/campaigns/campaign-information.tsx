import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { exactPercent } from '../../ui/progress.ts';
import { DateTime } from '../../ui/time.tsx';
import { progressOf } from './progress-of.ts';

/** Progress, list, times and the number of profiles (spec 1, section 2). */
export function CampaignInformation({ campaign }: { campaign: Campaign }) {
  const { created_at, started_at, completed_at, profiles_used } = campaign;
  return (
    <Card title="Campaign Information">
      <Facts
        columns={2}
        facts={[
          ['List', <ListName key="list" campaign={campaign} />],
          ['Created', <DateTime key="created" iso={created_at} />],
          ['Progress', exactPercent(progressOf(campaign))],
          ['Started', <DateTime key="started" iso={started_at} none="Not yet" />],
          ['Profiles Used', formatCount(profiles_used.length)],
          ['Completed', <DateTime key="completed" iso={completed_at} none="Not yet" />],
        ]}
      />
    </Card>
  );
}

function ListName({ campaign: { list_id, list_name } }: { campaign: Campaign }) {
  return list_id === null ? list_name : <Link to={paths.list(list_id)}>{list_name}</Link>;
}
