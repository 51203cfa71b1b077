/** Why a campaign cannot be started; `busy` passes by itself within moments (docs/engine.md#campaign-states). */
export const START_REFUSALS = [
  'ended',
  'draft',
  'last_moment',
  'text',
  'stop_link',
  'profiles',
  'taken',
  'busy',
  'list',
  'nobody',
] as const;
export type StartRefusalKind = (typeof START_REFUSALS)[number];

/** Whether a campaign's last moment is reached, from which on nothing more is sent. */
export const hasMomentPassed = (not_after: Date | string | null, now: Date): boolean =>
  not_after !== null && new Date(not_after) <= now;
