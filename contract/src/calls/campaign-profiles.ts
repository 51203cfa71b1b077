import type * as z from 'zod';
import { profileCaps } from './profile-caps.ts';
import { ProfilePerformance } from './profiles.ts';

const { begun_today, begun_this_hour, cap_now, capped_until } = profileCaps;

/** A profile's results in one campaign, with what it has begun today in all of them, and the caps that hold it. */
export const CampaignProfile = ProfilePerformance.extend({
  begun_today,
  begun_this_hour,
  cap_now,
  capped_until,
}).meta({ id: 'CampaignProfile' });
export type CampaignProfile = z.infer<typeof CampaignProfile>;
