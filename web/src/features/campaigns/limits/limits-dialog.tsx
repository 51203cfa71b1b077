import { useForm } from '@mantine/form';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { STARTED_KEEPS_PARTS } from '@pigeonpost/contract/campaigns';
import { useUser } from '../../../api/session.ts';
import { now } from '../../../clock.ts';
import { changedValues, isChange } from '../../../ui/form/changed-values.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type CampaignChange, useChangeCampaign } from '../api.ts';
import { limitsOf, type Times, timesOf, timesRules } from './new-campaign-times.ts';
import css from './when-fields.module.css';
import { LimitFields } from './when-fields.tsx';

/** Changes the hours, the last moment and the cap of a campaign (docs/behaviour.md#limits-of-a-campaign). */
export function LimitsDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, started_at } = campaign;
  const zone = useUser()?.time_zone ?? 'UTC';
  const { mutateAsync } = useChangeCampaign(id);
  const saved: Times = limitsOf(campaign, zone);
  const form = useForm<Times>({ initialValues: saved, validate: timesRules(zone, now) });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const change = changeOf(changedValues(form), timesOf(form.getValues(), zone));
    if (isChange(change)) await mutateAsync(change);
    return true;
  };
  return (
    <FormDialog
      title="When and how much"
      sentence={started_at === null ? undefined : STARTED_KEEPS_PARTS}
      size="wide"
      submitLabel="Save"
      failure="Failed to change the campaign"
      draft={`limits of campaign ${id}`}
      saved={saved}
      isFilled={form.isDirty()}
      form={form}
      fieldOf={{ not_after: 'last_day' }}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={css.fields}>
        <LimitFields form={{ form, zone }} />
      </div>
    </FormDialog>
  );
}

/** What was changed of them, so that what another window saved stays. */
function changeOf(
  { hours, has_last, last_day, last_time, cap_day }: Partial<Times>,
  typed: ReturnType<typeof timesOf>,
): CampaignChange {
  const hasLast = has_last !== undefined || last_day !== undefined || last_time !== undefined;
  return {
    ...(hours !== undefined && { hours }),
    ...(hasLast && { not_after: typed.not_after ?? null }),
    ...(cap_day !== undefined && { cap_day: typed.cap_day ?? null }),
  };
}
