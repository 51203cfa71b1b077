import type { PlanGroup } from '@pigeonpost/contract/calls/plans';
import type { Answer } from '@pigeonpost/contract/client';
import { formatDay } from '../../../format/format-time.ts';

type Why = Pick<Answer<'GET /api/lists/{id}/planned'>['people'][number], 'reason' | 'at' | 'by'>;

/** Why somebody is in a group of a plan: 'Messaged already, on 12-09-2026, by Kiln open'. */
export function whyWords(group: PlanGroup, { reason, at, by }: Why): string | null {
  if (group === 'do_not_contact' && at) return `Since ${formatDay(at)}`;
  if (reason === null || by === null) return reason;
  return `${reason}, ${group === 'replied' ? 'to' : 'by'} ${by}`;
}
