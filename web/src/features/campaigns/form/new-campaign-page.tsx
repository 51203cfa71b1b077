import type { List } from '@pigeonpost/contract/calls/lists';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { IconArrowLeft } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useServerEvent } from '../../../api/realtime.ts';
import { useSubscriptionActive } from '../../../api/session.ts';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { campaignKeys, listKeys, profileKeys } from '../../../query-keys.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Breadcrumbs } from '../../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { listPickerQuery } from '../../lists/api.ts';
import { activeProfileCountQuery, profilePickerQuery } from '../../profiles/api.ts';
import { SubscriptionNotice } from '../../subscription/parts/subscription-notice.tsx';
import { templatePickerQuery, useChangeTemplate } from '../../templates/api.ts';
import { useMistypedBlank } from '../../templates/parts/use-mistyped-blank.ts';
import { CanaryField } from '../limits/canary-field.tsx';
import { missingPrerequisites } from '../parts/missing-prerequisites.ts';
import { useWhoIsShown } from './chosen-plan.ts';
import css from './new-campaign.module.css';
import { CampaignFields, ProfileChoices } from './new-campaign-fields.tsx';
import { type Draft, type NewCampaignForm, useNewCampaignForm } from './new-campaign-form.ts';
import type { ChosenTemplate } from './resolve-choices.ts';
import { WhatEachPersonReads } from './what-each-person-reads.tsx';
import { WhatWillHappen } from './what-will-happen.tsx';
import { WhoAndWhen } from './who-and-when.tsx';

// Only texts with fields ask for it.
const WhoGetsIt = lazyPart(() => import('./who-gets-it.tsx').then((m) => m.WhoGetsIt));

/** The form of a new campaign, or of a draft that is finished, with a preview of what it will do. */
export function NewCampaignPage({ draft }: { draft?: Draft }) {
  const form = useNewCampaignForm(draft);
  useFollowChanges();
  const { offReason, error, refetch } = useParts();
  const { isShown, onLeftOut } = useWhoIsShown(form);
  const isLater = form.form.values.begins === 'later';
  const off = offReason ?? (form.list?.pending === 0 ? nobodyPending(form.list) : undefined);
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current={draft?.name ?? 'New campaign'} />
      <SubscriptionNotice>Creating campaigns waits until you renew.</SubscriptionNotice>
      <PageHeader
        title={draft?.name ?? 'New campaign'}
        badge={draft ? <StatusBadge status="pending" stage="draft" /> : undefined}
        actions={
          <ButtonLink to={paths.campaigns} variant="subtle" leftSection={<IconArrowLeft size={16} />}>
            Back to Campaigns
          </ButtonLink>
        }
      />
      {error ? (
        <Card>
          <ErrorState
            title={`Failed to fetch templates, profiles, and lists: ${reasonOf(error)}`}
            onRetry={refetch}
          />
        </Card>
      ) : (
        <form
          ref={form.element}
          className={css.form}
          data-placed={form.places.isPlaced}
          data-read={form.places.isRead}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!off) form.submit('create');
          }}
        >
          <div className="stack shrink">
            <CampaignFields form={form} />
            <ProfileChoices form={form} />
            <div className={`${css.below} stack shrink`}>
              <WhoAndWhen form={form} />
              {form.hasCanaryBox ? (
                <Card>
                  <CanaryField form={form} />
                  <p className={`${css.why} dimmed`}>
                    It is your first campaign: read what came back before the others get it.
                  </p>
                </Card>
              ) : null}
            </div>
          </div>
          <div className={`${css.side} stack`}>
            <div className={`${css.preview} stack shrink`}>
              <WhatEachPersonReads template={form.template} list={form.list} />
              <WhatWillHappen
                form={form}
                // What is kept while another one is fetched may be of another list.
                plan={form.template && form.list ? form.plan.data : undefined}
                aside={<SeeThePlan form={form} offReason={off} />}
                onLeftOut={onLeftOut}
              />
            </div>
            <div className={css.actions} data-foot="new-campaign">
              {off ? <p className={css.warning}>{off}</p> : null}
              {form.template ? <MistypedTemplate template={form.template} /> : null}
              <ReasonButton
                reason={off}
                loading={form.isPending}
                onClick={() => form.submit(isLater ? 'schedule' : 'start')}
              >
                {isLater ? 'Create and schedule' : 'Create and start'}
              </ReasonButton>
              {/* Enter in a field creates only: nothing is sent by accident. */}
              <ReasonButton type="submit" variant="default" reason={off} loading={form.isPending}>
                {isLater ? 'Create without scheduling' : 'Create campaign'}
              </ReasonButton>
              {draft ? <SaveAsDraft form={form} /> : null}
              <ButtonLink to={paths.campaigns} variant="default">
                Cancel
              </ButtonLink>
            </div>
            {/* Below the buttons, which stay where they are. */}
            {form.template && isShown ? <TemplatePlan template={form.template} query={form.plan} /> : null}
          </div>
        </form>
      )}
    </>
  );
}

function SaveAsDraft({ form }: { form: NewCampaignForm }) {
  const navigate = useNavigate();
  const isActive = useSubscriptionActive();
  const save = async () => {
    if (await form.save()) await navigate({ to: paths.campaigns });
  };
  return (
    <ReasonButton
      variant="default"
      reason={isActive ? undefined : 'Renew to save drafts'}
      loading={form.isPending}
      onClick={save}
    >
      Save as draft
    </ReasonButton>
  );
}

/** A campaign without recipients could not be started. */
function nobodyPending({ name, recipient_count }: List): string {
  return recipient_count === 0
    ? `Nobody is in ${name} yet. Add people, or choose another list.`
    : `Everybody in ${name} has been written to. Add people, or choose another list.`;
}

/** Whether the parts of a campaign exist, and why it cannot be created. */
function useParts() {
  const templates = useQuery(templatePickerQuery());
  const lists = useQuery(listPickerQuery());
  const profiles = useQuery(profilePickerQuery());
  const activeProfiles = useQuery(activeProfileCountQuery);
  const isActive = useSubscriptionActive();
  const missing = missingPrerequisites({
    profiles: activeProfiles.data,
    templates: templates.data?.templates.length,
    lists: lists.data?.lists.length,
  });
  const all = [templates, lists, profiles, activeProfiles];
  return {
    offReason: isActive ? missing : 'Renew to create campaigns',
    error: all.find(({ data, error }) => error && !data)?.error,
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  };
}

// The queries of profiles and lists in the form.
const SHOWN_BY_FORMS = [profileKeys.all, listKeys.all, campaignKeys.plans];

/**
 * Keeps an open form current: profiles become free and taken, and recipients of a list are written to, while it is
 * open.
 */
function useFollowChanges(): void {
  const queries = useQueryClient();
  useServerEvent('campaign_update', () => {
    for (const queryKey of SHOWN_BY_FORMS) void queries.invalidateQueries({ queryKey });
  });
}

type SeeThePlanProps = { form: NewCampaignForm; offReason: string | undefined };

/** Creates the campaign, and leads to its plan: once there is something to plan. Its place is kept. */
function SeeThePlan({ form, offReason }: SeeThePlanProps) {
  const { template, list, profile_ids } = form;
  const hasPlan = template !== undefined && list !== undefined && profile_ids.length > 0;
  return (
    <span className={hasPlan ? undefined : css.notYet}>
      <ReasonButton
        variant="subtle"
        size="compact-sm"
        reason={offReason}
        loading={form.isPending}
        onClick={() => form.submit('plan')}
      >
        See the plan
      </ReasonButton>
    </span>
  );
}

type TemplatePlanProps = { template: ChosenTemplate; query: UseQueryResult<Plan> };

/** Who gets it; for who lacks a value a word can be written into the template. */
function TemplatePlan({ template, query }: TemplatePlanProps) {
  const { mutateAsync } = useChangeTemplate(template.id);
  const text = {
    content: template.content,
    effect: `Saving changes the template “${template.name}”, so later campaigns too.`,
    save: async (content: string) => {
      await mutateAsync({ content });
      toast.success(`${template.name} changed.`);
    },
  };
  return <WhoGetsIt query={query} text={text} />;
}

/** Beside Create and start: an unknown placeholder in the template, with the correction. */
function MistypedTemplate({ template }: { template: ChosenTemplate }) {
  const { mutate, isPending } = useChangeTemplate(template.id);
  const found = useMistypedBlank(template.content);
  if (found === undefined) return null;
  const { mistyped, meant, corrected } = found;
  const mend = () => {
    if (isPending) return;
    mutate(
      { content: corrected },
      {
        onSuccess: () => toast.success(`${template.name} changed.`),
        onError: (error) => toast.failure(error, 'Failed to save template'),
      },
    );
  };
  return (
    <p className={css.warning} role="status">
      <code>{mistyped}</code>{' '}
      {mistyped.startsWith('{') ? 'is no field of yours.' : 'would be sent as it stands.'}{' '}
      <button type="button" className={`${css.mend} text-button`} onClick={mend}>
        Change it to {meant}
      </button>
    </p>
  );
}
