import type {
  BusyTime,
  ForecastInputs,
  ForecastProfile,
  SharingCampaign,
} from '@pigeonpost/contract/forecast/forecast-inputs';
import { wallTime } from '@pigeonpost/contract/local-time';
import type { ProfileInputs } from './profile-inputs-queries.ts';

/** What a forecast has to know of the other campaigns of its user. */
export interface Others {
  sharing: SharingCampaign[];
  /** By the id of a profile. */
  busy: ReadonlyMap<number, OtherUse[]>;
  uncounted: string[];
}

export interface OtherUse extends BusyTime {
  campaign_id: number;
  /** The other campaign's messages by this profile on its last day. */
  on_last_day: number;
}

export const NO_OTHERS: Others = { sharing: [], busy: new Map(), uncounted: [] };

/** The profile's running campaign, by its own forecast. */
const runningUse = ({ profile_id, busy_in }: ProfileInputs, { busy }: Others) =>
  busy.get(profile_id)?.find(({ campaign_id }) => campaign_id === busy_in?.id);

/** Why a profile cannot send, where no time is known to end that; null: it can, now or by itself later. */
export function problemOf(profile: ProfileInputs, others: Others): string | null {
  const { busy_in } = profile;
  if (profile.is_blocked) return 'Blocked: resume it first';
  if (profile.is_signed_out) return 'Signed out: open it, sign in and resume it';
  if (!profile.is_active) return 'Switched off';
  if (profile.is_unlisted) return 'Firefox does not list it on its machine';
  return busy_in && !runningUse(profile, others) ? `In ${busy_in.name}, which is running` : null;
}

/** What a forecast takes of a profile, without people of its own. */
export function inputsOf(
  profile: ProfileInputs,
  others: Others,
  { time_zone, as_of }: Pick<ForecastInputs, 'time_zone' | 'as_of'>,
): ForecastProfile {
  const dayOf = (at: string) => new Date(wallTime(Date.parse(at), time_zone)).toISOString().slice(0, 10);
  const running = runningUse(profile, others);
  const inputs = {
    ...profile,
    is_able: problemOf(profile, others) === null,
    people: null,
    busy: (others.busy.get(profile.profile_id) ?? []).map(({ campaign, from, until }) => ({
      campaign,
      from,
      until,
    })),
  };
  if (!running) return inputs;
  // On the day on which it becomes free it has sent for the other campaign.
  const counted_day = dayOf(running.until);
  const isToday = profile.counted_day === null && counted_day === dayOf(as_of);
  const begun_today = running.on_last_day + (isToday ? profile.begun_today : 0);
  return { ...inputs, counted_day, begun_today };
}
