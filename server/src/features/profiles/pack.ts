import { type Pack, planOf } from '@pigeonpost/contract/account/subscription';
import type { Answer } from '@pigeonpost/contract/client';
import { forbidden } from '../../errors.ts';

/** The number of profiles that a pack allows, and whether one more may be added. */
export function packInfo(pack: Pack, currentProfileCount: number): Answer<'GET /api/profiles/pack-info'> {
  const { name, maxProfiles } = planOf(pack);
  return {
    currentProfileCount,
    canAddMore: maxProfiles === null || currentProfileCount < maxProfiles,
    pack,
    packInfo: { name, maxProfiles },
  };
}

/** 403 that names the limit, if the pack allows no more. */
export function checkCanAdd(pack: Pack, currentProfileCount: number): void {
  const { canAddMore, packInfo: plan } = packInfo(pack, currentProfileCount);
  if (canAddMore) return;
  throw forbidden(`Your ${plan.name} plan allows ${plan.maxProfiles} profiles. Upgrade to Pro to add more.`);
}
