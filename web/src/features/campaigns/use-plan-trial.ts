import { useForm } from '@mantine/form';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { forecast } from '@pigeonpost/contract/forecast';
import { DELAY_MIN_SECONDS } from '@pigeonpost/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../ui/form/use-saved-elsewhere.ts';
import { settingsQuery } from '../settings/api.ts';
import {
  type Trial,
  trialChanges,
  trialErrors,
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
  const [valid, setValid] = useState(trial);
  if (!hasErrors && valid !== trial) setValid(trial);
  const { account, campaign: ofCampaign } = trialChanges(trial, saved, plan.inputs.time_zone);
  const isChanged = account !== undefined || ofCampaign !== undefined;
  const inputs = useMemo(() => trialInputs(valid, plan), [valid, plan]);
  const shown = useMemo(() => (isChanged ? forecast(inputs) : plan.forecast), [inputs, plan, isChanged]);
  return {
    /** Its errors are shown at once. */
    form: { ...form, values: trial, errors },
    zone: plan.inputs.time_zone,
    limits,
    hasErrors,
    changes: { account, campaign: ofCampaign },
    isChanged,
    inputs,
    forecast: shown,
    reset: () => form.setValues(saved),
  };
}

export type PlanTrial = ReturnType<typeof usePlanTrial>;
