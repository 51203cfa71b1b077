import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { SubscriptionNotice } from '../../ui/subscription-notice.tsx';
import { listPickerQuery, profilePickerQuery, templatePickerQuery } from './api.ts';
import { missingParts } from './missing-parts.ts';
import css from './new-campaign.module.css';
import { CampaignFields } from './new-campaign-fields.tsx';
import { useNewCampaignForm } from './new-campaign-form.ts';
import { NewCampaignPreview } from './new-campaign-preview.tsx';
import { ProfileChoices } from './profile-choices.tsx';

/** A new campaign, and what it will do before it is made (spec 1, section 2). */
export function NewCampaignPage() {
  const form = useNewCampaignForm();
  const { offReason, error, refetch } = useParts();
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current="New campaign" />
      <SubscriptionNotice>Creating campaigns waits until you renew.</SubscriptionNotice>
      <PageHeader
        title="New campaign"
        actions={
          <ButtonLink to={paths.campaigns} variant="subtle" leftSection={<IconArrowLeft size={16} />}>
            Back to Campaigns
          </ButtonLink>
        }
      />
      {error ? (
        <Card>
          <ErrorState
            title="Failed to fetch templates, profiles, and lists"
            error={error}
            onRetry={refetch}
          />
        </Card>
      ) : (
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => (offReason ? event.preventDefault() : form.submit(event))}
        >
          <div className={css.fields}>
            <CampaignFields form={form} />
            <ProfileChoices form={form} />
          </div>
          <div className={css.preview}>
            <NewCampaignPreview form={form} />
          </div>
          <div className={css.actions}>
            {offReason ? (
              <ReasonButton size="md" fz="md" reason={offReason}>
                Create campaign
              </ReasonButton>
            ) : (
              <Button type="submit" size="md" fz="md" loading={form.busy}>
                Create campaign
              </Button>
            )}
            <ButtonLink to={paths.campaigns} variant="default" size="md" fz="md">
              Cancel
            </ButtonLink>
            <p className={css.quiet}>It starts when you press Start.</p>
          </div>
        </form>
      )}
    </>
  );
}

/** Whether there is what a campaign is made of, and why it cannot be created. */
function useParts() {
  const templates = useQuery(templatePickerQuery());
  const lists = useQuery(listPickerQuery());
  const profiles = useQuery(profilePickerQuery());
  const isActive = useSubscriptionActive();
  const missing = missingParts({
    profiles: profiles.data?.profiles.filter(({ is_active }) => is_active === 1).length,
    templates: templates.data?.templates.length,
    lists: lists.data?.lists.length,
  });
  const all = [templates, lists, profiles];
  const failure = all.find(({ data, error }) => error && !data)?.error;
  return {
    offReason: isActive ? missing : 'Renew to create campaigns',
    error: failure && new Error(`Failed to fetch templates, profiles, and lists: ${failure.message}`),
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  };
}
