import type { FormErrors } from '@mantine/form';
import { CANARY_ERROR, CANARY_MAX } from '@pigeonpost/contract/campaigns/canary';

/** After how many people a new campaign pauses for a look, as typed. */
export type CanaryValues = {
  /** Null: as it is suggested. */
  has_canary: boolean | null;
  canary: string;
};

export const NO_CANARY: CanaryValues = { has_canary: null, canary: '10' };

/** A form that has them. */
export interface CanaryForm {
  form: {
    values: CanaryValues;
    errors: FormErrors;
    setValues: (change: Partial<CanaryValues>) => void;
    getInputProps: (field: 'canary') => object;
  };
  /** What the plan suggests; null: no canary. */
  suggestedCanary: number | null;
}

/** Whether the box is ticked: by hand, or as it is suggested (docs/behaviour.md#canary). */
export const hasCanary = ({ has_canary }: CanaryValues, suggested: number | null) =>
  has_canary ?? suggested !== null;

/** The error of the number that was typed, if the box is ticked. */
export function canaryError(values: CanaryValues, suggested: number | null): string | null {
  const number = Number(values.canary);
  const isValid = Number.isInteger(number) && number >= 1 && number <= CANARY_MAX;
  return hasCanary(values, suggested) && !isValid ? CANARY_ERROR : null;
}

/** What of it a call takes: no canary where there is none, or no valid one in a draft. */
export const canaryOf = (values: CanaryValues, suggested: number | null) => ({
  canary:
    hasCanary(values, suggested) && canaryError(values, suggested) === null ? Number(values.canary) : null,
});

/** The canary of a draft, as it was typed. */
export const typedCanary = (canary: number | null): CanaryValues =>
  canary === null ? NO_CANARY : { has_canary: true, canary: String(canary) };
