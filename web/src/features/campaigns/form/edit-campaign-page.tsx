import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { List } from '@pigeonpost/contract/calls/lists';
import { STARTED_KEEPS_PARTS } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { campaignQuery } from '../../../campaign-state/campaign-queries.ts';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Breadcrumbs } from '../../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { listQuery } from '../../lists/api.ts';
import { SubscriptionNotice } from '../../subscription/parts/subscription-notice.tsx';
import { CampaignNotFound } from '../campaign-not-found.tsx';
import { useLiveCampaign } from '../live.ts';
import { useWhoIsShown } from './chosen-plan.ts';
import { DraftPage } from './draft-page.tsx';
import { useEditCampaignForm } from './edit-campaign-form.ts';
import { KeptParts } from './kept-parts.tsx';
import css from './new-campaign.module.css';
import { CampaignFields, ProfileChoices } from './new-campaign-fields.tsx';
import { WhatEachPersonReads } from './what-each-person-reads.tsx';
import { WhatWillHappen } from './what-will-happen.tsx';
import { WhoAndWhen } from './who-and-when.tsx';

// Only texts with fields ask for it.
const WhoGetsIt = lazyPart(() => import('./who-gets-it.tsx').then((m) => m.WhoGetsIt));

const route = getRouteApi('/users/campaigns/$id/edit');

/** Changes everything of a campaign that has not started (docs/behaviour.md#limits-of-a-campaign). */
export function EditCampaignPage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <Edited key={id} id={id} /> : <CampaignNotFound />;
}

function Edited({ id }: { id: number }) {
  const query = useQuery(campaignQuery(id));
  const list_id = query.data?.list_id ?? 0;
  const list = useQuery({ ...listQuery(list_id), enabled: list_id > 0 });
  useLiveCampaign(id);
  // A campaign that starts while it is edited keeps what was typed on the screen.
  const [wasPending, setPending] = useState(false);
  const campaign = query.data;
  const error = query.error ?? list.error;
  if (query.error instanceof ApiError && query.error.status === 404) return <CampaignNotFound />;
  if (campaign?.stage === 'draft') return <DraftPage campaign={campaign} />;
  if (campaign && list.data && (wasPending || campaign.status === 'pending')) {
    if (!wasPending) setPending(true);
    return <EditForm campaign={campaign} list={list.data} />;
  }
  if (!campaign && !error) return <h1 className="visually-hidden">Loading campaign</h1>;
  return (
    <>
      <Breadcrumbs
        section="Campaigns"
        to={paths.campaigns}
        current={campaign ? `Edit ${campaign.name}` : 'Edit'}
      />
      <Card>
        <h1 className="visually-hidden">Edit campaign</h1>
        {campaign && campaign.status !== 'pending' ? (
          <p>
            {STARTED_KEEPS_PARTS}{' '}
            <Link className="link" to={paths.campaign} params={{ id }}>
              See the campaign
            </Link>
          </p>
        ) : error ? (
          <ErrorState
            title="Failed to fetch the campaign"
            error={error}
            onRetry={() => Promise.all([query.refetch(), list.refetch()])}
          />
        ) : null}
      </Card>
    </>
  );
}

function EditForm({ campaign, list }: { campaign: CampaignDetails; list: List }) {
  const { id, name, status, stage } = campaign;
  const form = useEditCampaignForm(campaign, list);
  const { template } = form;
  const { isShown, onLeftOut } = useWhoIsShown(form);
  const isActive = useSubscriptionActive();
  const off = offReason(campaign, isActive);
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current={`Edit ${name}`} />
      <SubscriptionNotice>Changing campaigns waits until you renew.</SubscriptionNotice>
      <PageHeader title={`Edit ${name}`} badge={<StatusBadge status={status} stage={stage} />} />
      <form
        ref={form.element}
        className={css.form}
        data-placed={form.places.isPlaced}
        data-read={form.places.isRead}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!off) form.save();
        }}
      >
        <div className="stack shrink">
          <CampaignFields form={form} />
          {form.own?.is_follow_up ? (
            <KeptParts campaign={campaign} list={list} />
          ) : (
            <ProfileChoices form={form} />
          )}
          <div className={css.below}>
            <WhoAndWhen form={form} />
          </div>
        </div>
        <div className={`${css.side} stack`}>
          <div className={`${css.preview} stack shrink`}>
            <WhatEachPersonReads template={template} list={form.list} />
            <WhatWillHappen
              form={form}
              plan={template && form.list ? form.plan.data : undefined}
              onLeftOut={onLeftOut}
            />
          </div>
          <div className={css.actions} data-foot="new-campaign">
            {off ? <p className={css.warning}>{off}</p> : null}
            <ReasonButton type="submit" reason={off} loading={form.isPending}>
              Save changes
            </ReasonButton>
            <ButtonLink to={paths.campaign} params={{ id }} variant="default">
              Cancel
            </ButtonLink>
          </div>
          {isShown ? <WhoGetsIt query={form.plan} text={undefined} /> : null}
        </div>
      </form>
    </>
  );
}

/** It may start by itself, or in another window, while it is edited. */
function offReason({ status }: CampaignDetails, isActive: boolean): string | undefined {
  if (status === 'completed' || status === 'failed') return 'This campaign has ended.';
  if (status !== 'pending') return STARTED_KEEPS_PARTS;
  return isActive ? undefined : 'Renew to change campaigns';
}
