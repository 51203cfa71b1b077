import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { List } from '@pigeonpost/contract/calls/lists';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../api/session.ts';
import { shownCampaignName } from '../../../campaign-state/campaign-state.ts';
import { profilesUsed } from '../../../campaign-state/profiles-used.ts';
import { listQuery } from '../../lists/api.ts';
import { templatePickerQuery } from '../../templates/api.ts';
import { typedCanary } from '../limits/canary-form.ts';
import { limitsOf, startOf } from '../limits/new-campaign-times.ts';
import type { Draft } from './new-campaign-form.ts';
import { NewCampaignPage } from './new-campaign-page.tsx';
import type { ChosenTemplate } from './resolve-choices.ts';

/** A draft, in the form in which it is finished (docs/behaviour.md#drafts-of-campaigns). */
export function DraftPage({ campaign }: { campaign: CampaignDetails }) {
  const { list_id } = campaign;
  const zone = useUser()?.time_zone ?? 'UTC';
  const templates = useQuery(templatePickerQuery());
  const list = useQuery({ ...listQuery(list_id ?? 0), enabled: list_id !== null });
  if (templates.isPending || list.isLoading) return <h1 className="visually-hidden">Loading draft</h1>;
  const parts = { template: templateOf(campaign, templates.data?.templates), list: list.data };
  return <NewCampaignPage draft={draftOf(campaign, parts, zone)} />;
}

type Parts = { template: ChosenTemplate | undefined; list: List | undefined };

function draftOf(campaign: CampaignDetails, parts: Parts, zone: string): Draft {
  const used = profilesUsed(campaign);
  const profile_ids = used.length > 0 ? used : undefined;
  const values = {
    name: campaign.name,
    ...parts,
    profile_ids,
    leave_out: campaign.leave_out,
    ...limitsOf(campaign, zone),
    ...startOf(campaign, zone),
    ...typedCanary(campaign.canary),
  };
  return { id: campaign.id, name: shownCampaignName(campaign), values };
}

/** The picker has the first templates only; the campaign has the rest of what the form needs. */
function templateOf(campaign: CampaignDetails, known: ChosenTemplate[] = []): ChosenTemplate | undefined {
  const { message_template_id: id, template_name: name, template_content: content } = campaign;
  if (id === null) return undefined;
  return known.find((one) => one.id === id) ?? { id, name, content };
}
