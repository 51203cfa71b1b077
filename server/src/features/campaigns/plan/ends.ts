import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { forecast } from '@pigeonpost/contract/forecast/forecast';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { getAllInputs } from './forecast-queries.ts';
import { peopleInLine, peopleToRetry } from './judgement-queries.ts';
import type { LongLines } from './long-lines.ts';
import { findOthers } from './other-campaigns.ts';
import { readPlanned } from './plan.ts';
import { joinInputs } from './plan-forecast.ts';
import { type CampaignText, judgePeople } from './plan-queries.ts';
import { listProfileInputs } from './profile-inputs-queries.ts';

type Ends = Pick<CampaignDetails, 'ends_early' | 'ends_late' | 'end'>;

const NONE: Ends = { ends_early: null, ends_late: null, end: null };

/** A campaign's page asks each second. The rest of a longer line is supposed to be like its beginning. */
const JUDGED = 2_000;

/**
 * When a campaign ends, by the forecast of its plan: the same people, judged by the same function, as far as that is quickly
 * done (docs/behaviour.md#forecast).
 */
export async function findEnds(
  tx: Tx,
  key: CampaignKey,
  { campaign, text, isFollowUp, lines, now }: Left,
): Promise<Ends> {
  const { status, stage, start_at, countdown_until } = campaign;
  const hasEnded = status === 'completed' || status === 'failed';
  if (hasEnded || stage === 'draft') return NONE;
  const {
    profiles_used: ids,
    retry_rate,
    list_id: _,
    is_first: __,
    ...given
  } = await getAllInputs(tx, { ...key, now });
  const counted = await countLeft(tx, key, { campaign, text, isFollowUp, lines, now });
  if (counted.will === 0) return NONE;
  const profiles = await listProfileInputs(tx, { ...key, ids, now, isShown: false });
  const asked = { ids: status === 'running' ? [] : ids, has_cap: given.cap_day !== null };
  const { days: ___, ...end } = forecast(
    joinInputs({
      given: {
        as_of: now.toISOString(),
        ...given,
        start_at: stage === 'scheduled' ? start_at : countdown_until,
      },
      profiles,
      others: await findOthers(tx, { ...key, ...asked, now }),
      counted,
      retry_rate,
    }),
  );
  return { ends_early: end.early, ends_late: end.late, end };
}

interface Left {
  campaign: Campaign;
  text: CampaignText;
  isFollowUp: boolean;
  lines: LongLines;
  now: Date;
}

/** Those who are left and get it. */
async function countLeft(tx: Tx, key: CampaignKey, { campaign, text: asMade, isFollowUp, lines, now }: Left) {
  const { started_at, template_content } = campaign;
  const text = readPlanned({
    ...asMade,
    user_id: key.user_id,
    started_at,
    follows: isFollowUp,
    content: template_content,
    fields: [],
  });
  const everybody = { ...key, search: '' };
  const judging = { after: 0, limit: JUDGED, now };
  const { will, own, looked_at, isCut } = await lines.judge({ ...key, text, now }, async () => {
    const line = await judgePeople(tx, text, { ...judging, people: peopleInLine(everybody) });
    const retries = await judgePeople(tx, text, { ...judging, people: peopleToRetry(everybody) });
    return {
      will: line.will + retries.will,
      own: [...line.own, ...retries.own],
      looked_at: line.looked_at + retries.looked_at,
      isCut: line.looked_at === JUDGED,
    };
  });
  const left = pendingOf(campaign);
  // The last ones are at work.
  if (looked_at === 0) return { will: left, own: [], more: 1 };
  return { will, own, more: isCut ? Math.max(1, left / looked_at) : 1 };
}
