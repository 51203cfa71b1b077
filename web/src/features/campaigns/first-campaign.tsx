import { useQuery } from '@tanstack/react-query';
import { FirstCampaign } from '../../ui/first-campaign.tsx';
import { agentsQuery, listPickerQuery, profilePickerQuery, templatePickerQuery } from './api.ts';

/** The list before the first campaign: what there is of what it needs. */
export function FirstSteps() {
  const agents = useQuery(agentsQuery).data?.agents;
  const profiles = useQuery(profilePickerQuery()).data?.profiles;
  const templates = useQuery(templatePickerQuery()).data?.templates;
  const lists = useQuery(listPickerQuery()).data?.lists;
  return (
    <FirstCampaign
      machine={agents?.find(({ connected }) => connected)?.machine_name}
      activeProfiles={profiles?.filter(({ is_active }) => is_active === 1).length}
      templates={templates?.length}
      recipients={lists?.reduce((sum, { recipient_count }) => sum + recipient_count, 0)}
    />
  );
}
