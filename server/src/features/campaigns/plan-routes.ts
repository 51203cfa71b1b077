import type { planCalls } from '@pigeonpost/contract/calls/plans';
import { IS_A_DRAFT, startError } from '@pigeonpost/contract/campaigns';
import { minutesOf } from '@pigeonpost/contract/sending-hours';
import { tryLockPlan } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { listTextFields } from '../../engine/read-text.ts';
import { badRequest, conflict, notFound, tooMany } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { type CampaignTimes, readTimes } from './campaign-times.ts';
import { findListName, findMessage, listWantedProfiles } from './create-queries.ts';
import { getCampaignInputs } from './forecast-queries.ts';
import { getCampaignRow } from './get-campaign.ts';
import { countPlan } from './plan.ts';
import { forecastPlan } from './plan-forecast.ts';
import { findParts, peopleInLine, peopleOfList, peopleTakenOut, peopleToRetry } from './plan-queries.ts';

/** Who will get a campaign, before its start and for those who are left (docs/behaviour.md#plan). */
export function planRoutes(deps: Deps): Routes<typeof planCalls> {
  const isPractice = deps.config.practiceUrl !== undefined;
  /**
   * A plan reads a whole list: a user has one at a time, on whatever server. Nobody waits for the end of a transaction
   * that only reads, so the next plan could still find the lock taken.
   */
  function planAlone<T>(user_id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return deps.asUser(user_id, async (tx) => {
      if (!(await tryLockPlan(tx, user_id)))
        throw tooMany('Another count of these people is under way. Try again.', 1);
      return work(tx);
    });
  }

  return {
    'POST /api/campaigns/plan': {
      ownTransactions: ({ caller, body }) =>
        planAlone(caller.user.id, async (tx) => {
          const user_id = caller.user.id;
          const { list_id, message_template_id, content, profiles_used, ...limits } = body;
          if ((await findListName(tx, { user_id, id: list_id })) === undefined)
            throw notFound('List not found');
          const text = content ?? (await getContent(tx, { user_id, id: message_template_id }));
          const ids = [...new Set(profiles_used)];
          if ((await listWantedProfiles(tx, { user_id, ids })).length < ids.length)
            throw notFound('Profile not found');
          const planned = await readLimits(tx, { user_id, limits, now: deps.clock.now() });
          const fields = await listTextFields(tx, user_id);
          const people = [peopleOfList({ user_id, list_id })];
          const counted = await countPlan(deps, tx, {
            user_id,
            content: text,
            fields,
            parts: undefined,
            people,
          });
          const plan = await forecastPlan(tx, counted, {
            ...NOT_MADE_YET,
            ...planned,
            isPractice,
            user_id,
            list_id,
            profiles_used: ids,
          });
          return { plan };
        }),
    },

    'GET /api/campaigns/{id}/plan': {
      ownTransactions: ({ caller, params }) =>
        planAlone(caller.user.id, async (tx) => {
          const key = { user_id: caller.user.id, campaign_id: params.id };
          const {
            status,
            stage,
            start_at,
            countdown_until,
            template_content: content,
          } = await getCampaignRow(tx, key, deps.clock.now());
          if (stage === 'draft') throw conflict(IS_A_DRAFT);
          if (status === 'completed' || status === 'failed') throw conflict('This campaign has ended.');
          const counted = await countPlan(deps, tx, {
            user_id: key.user_id,
            content,
            fields: [],
            parts: await findParts(tx, key),
            people: [peopleInLine(key), peopleToRetry(key), peopleTakenOut(key)],
          });
          const now = new Date(counted.as_of);
          const campaign = await getCampaignInputs(tx, { ...key, now });
          const plan = await forecastPlan(tx, counted, {
            ...key,
            ...campaign,
            isPractice,
            start_at: stage === 'scheduled' ? start_at : countdown_until,
          });
          return { plan };
        }),
    },
  };
}

const NOT_MADE_YET = { campaign_id: 0, campaign_begun_today: 0, campaign_counted_day: null };

/** The limits of a campaign that is not made yet, checked as they are when it is made. */
async function readLimits(
  tx: Tx,
  {
    user_id,
    limits,
    now,
  }: { user_id: number; limits: CampaignTimes & { start_at?: string | null | undefined }; now: Date },
) {
  const { hours, not_after = null, cap_day = null, start_at = null } = limits;
  await readTimes(tx, { user_id, times: limits, now });
  const error =
    start_at !== null &&
    startError(Date.parse(start_at), {
      now: now.getTime(),
      notAfter: not_after === null ? null : Date.parse(not_after),
    });
  if (error) throw badRequest(error, { fields: { start_at: error } });
  return { campaign_hours: hours ? minutesOf(hours) : null, not_after, start_at, campaign_cap_day: cap_day };
}

async function getContent(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number | undefined },
): Promise<string> {
  if (id === undefined)
    throw badRequest('Choose a template, or give a text.', { fields: { content: 'A text is required' } });
  const message = await findMessage(tx, { user_id, id });
  if (!message) throw notFound('Template not found');
  return message.content;
}
