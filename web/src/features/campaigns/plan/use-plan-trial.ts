import { useForm } from '@mantine/form';
import { DELAY_MIN_SECONDS } from '@pigeonpost/contract/account/settings';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { forecast } from '@pigeonpost/contract/forecast/forecast';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { useKeptForm } from '../../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../../ui/form/use-saved-elsewhere.ts';
import { useLastValid } from './last-valid.ts';
import {
  type Trial,
  type TrialChanges,
  trialChanges,
  trialErrors,
  trialFullDays,
  trialInputs,
  trialOf,
  withKnownProfiles,
} from './plan-trial.ts';

/**
 * The values that a plan tries, and the forecast of the last ones without an error (docs/behaviour.md#plan). It is made
 * anew with each key that is typed.
 */
export function usePlanTrial(plan: Plan, campaign: Campaign) {
  const saved = useMemo(() => trialOf(plan, campaign), [plan, campaign]);
  const form = useForm<Trial>({ initialValues: saved });
  useKeptForm(`plan ${campaign.id}`, form);
  useSavedElsewhere(form, saved);
  const limits = useQuery(settingsQuery).data?.limits ?? { delay_min: DELAY_MIN_SECONDS, delay_max: 3600 };
  const trial = useMemo(() => withKnownProfiles(form.values, plan), [form.values, plan]);
  const errors = useMemo(
    () => trialErrors(trial, saved, { inputs: plan.inputs, delayMin: limits.delay_min }),
    [trial, saved, plan, limits.delay_min],
  );
  const hasErrors = Object.keys(errors).length > 0;
  const valid = useLastValid(trial, !hasErrors) ?? saved;
  const zone = plan.inputs.time_zone;
  const { account, campaign: ofCampaign } = trialChanges(trial, saved, zone);
  const inputs = useMemo(() => trialInputs(valid, { plan, campaign }), [valid, plan, campaign]);
  const isSaved = useMemo(() => isSame(trialChanges(valid, saved, zone)), [valid, saved, zone]);
  const shown = useMemo(() => (isSaved ? plan.forecast : forecast(inputs)), [inputs, plan, isSaved]);
  const fullDays = useMemo(() => trialFullDays(inputs, plan), [inputs, plan]);
  return {
    /** Its errors are shown at once. */
    form: { ...form, values: trial, errors },
    zone,
    limits,
    hasErrors,
    changes: { account, campaign: ofCampaign },
    isChanged: hasErrors || account !== undefined || ofCampaign !== undefined,
    inputs,
    forecast: shown,
    /** The messages of each profile on a full day, by its id. */
    fullDays,
    reset: () => form.setValues(saved),
  };
}

export type PlanTrial = ReturnType<typeof usePlanTrial>;

const isSame = ({ account, campaign }: TrialChanges) => account === undefined && campaign === undefined;
