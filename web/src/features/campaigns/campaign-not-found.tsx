import { paths } from '../../paths.ts';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';

/** In place of a missing campaign's pages. */
export function CampaignNotFound() {
  return (
    <NotFoundState
      title="Campaign not found"
      sentence="It was deleted, or it belongs to somebody else."
      section={{ label: 'Campaigns', to: paths.campaigns }}
    />
  );
}
