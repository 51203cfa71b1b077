import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { planCalls } from '@pigeonpost/contract/calls/plans';
import { startError } from '@pigeonpost/contract/campaigns';
import { minutesOf } from '@pigeonpost/contract/sending-hours';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { listTextFields } from '../../../engine/read-text.ts';
import { badRequest, notFound } from '../../../errors.ts';
import type { Routes } from '../../../http/handler.ts';
import { searchedName } from '../../recipients/name.ts';
import { changeSettings } from '../../settings/change-settings.ts';
import { findFollowed } from '../follow-ups/follow-up-queries.ts';
import { type CampaignTimes, readTimes } from '../lifecycle/campaign-times.ts';
import { findListName, findMessage, listWantedProfiles } from '../lifecycle/create-queries.ts';
import { editCampaign } from '../lifecycle/edit-campaign.ts';
import { getUnended, lockPlan } from '../lifecycle/unended.ts';
import { seeGroup } from './doubts.ts';
import { getAllInputs, getNewInputs, listFreeProfiles } from './forecast-queries.ts';
import { peopleInLine, peopleOfList, peopleTakenOut, peopleToRetry } from './judgement-queries.ts';
import { checkLeaveOut } from './leave-out.ts';
import { countPlan, describeSample, pickTen, readPlanned } from './plan.ts';
import { forecastPlan } from './plan-forecast.ts';
import { drawSamples } from './sample-queries.ts';
import { findSince } from './see-since-queries.ts';
import type { Place } from './see-who.ts';

/** Who will get a campaign, before its start and for those who are left (docs/behaviour.md#plan). */
export function planRoutes(deps: Deps): Routes<typeof planCalls> {
  const isPractice = deps.config.practiceUrl !== undefined;
  function planAlone<T>(user_id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return deps.asUser(user_id, async (tx) => {
      await lockPlan(tx, user_id);
      return work(tx);
    });
  }

  /** The pending people of a list, or of a campaign on it, and the text by which they are judged. */
  async function readGroup(tx: Tx, { user_id, list_id, campaign_id, leave_out, search }: OfList) {
    if ((await findListName(tx, { user_id, id: list_id })) === undefined) throw notFound('List not found');
    if (campaign_id === undefined) {
      await checkLeaveOut(tx, { user_id, list_id, leave_out });
      const text = readPlanned({
        user_id,
        started_at: null,
        leave_out,
        content: NO_TEXT,
        fields: [],
        parts: null,
      });
      return { text, people: [peopleOfList({ user_id, list_id, search })] };
    }
    const campaign = await getUnended(tx, { user_id, campaign_id }, deps.clock.now());
    if (campaign.list_id !== list_id) throw notFound('Campaign not found');
    const of = { user_id, campaign_id, search };
    return { text: readPlanned(campaign), people: [peopleInLine(of), peopleToRetry(of), peopleTakenOut(of)] };
  }

  return {
    'POST /api/campaigns/plan': {
      ownTransactions: ({ caller, body }) =>
        planAlone(caller.user.id, async (tx) => {
          const user_id = caller.user.id;
          const { list_id, message_template_id, content, profiles_used, follow_up_id, ...choice } = body;
          const { leave_out = null, canary = null, ...limits } = choice;
          if ((await findListName(tx, { user_id, id: list_id })) === undefined)
            throw notFound('List not found');
          const text = content ?? (await getContent(tx, { user_id, id: message_template_id }));
          const ids = [...new Set(profiles_used)];
          if ((await listWantedProfiles(tx, { user_id, ids })).length < ids.length)
            throw notFound('Profile not found');
          if (follow_up_id !== undefined)
            await checkFollowUpList(tx, { user_id, campaign_id: follow_up_id, list_id });
          const planned = await readLimits(tx, { user_id, limits, now: deps.clock.now() });
          const leftOut = await checkLeaveOut(tx, { user_id, list_id, leave_out });
          const fields = await listTextFields(tx, user_id);
          const people = [peopleOfList({ user_id, list_id, search: '' })];
          const counted = await countPlan(deps, tx, {
            user_id,
            content: text,
            fields,
            parts: undefined,
            started_at: null,
            follows: follow_up_id !== undefined,
            leave_out: leftOut,
            people,
            of: { user_id, campaign_id: follow_up_id ?? NOT_MADE_YET.campaign_id, list_id },
          });
          const plan = await forecastPlan(tx, counted, {
            ...NOT_MADE_YET,
            ...(await getNewInputs(tx, user_id, new Date(counted.as_of))),
            ...planned,
            canary,
            isPractice,
            isRunning: false,
            user_id,
            list_id,
            profiles_used: ids,
            free_profiles: [],
          });
          return { plan: text === NO_TEXT ? { ...plan, sample: [] } : plan };
        }),
    },

    'GET /api/campaigns/{id}/plan': {
      ownTransactions: ({ caller, params }) =>
        planAlone(caller.user.id, async (tx) => {
          const key = { user_id: caller.user.id, campaign_id: params.id };
          const { starts_at, status, ...text } = await getUnended(tx, key, deps.clock.now());
          const of = { ...key, search: '' };
          const counted = await countPlan(deps, tx, {
            ...text,
            people: [peopleInLine(of), peopleToRetry(of), peopleTakenOut(of)],
            of: { ...key, list_id: text.list_id },
            draw: (planned, now) => drawSamples(tx, planned, { of, draw: 0, now }),
          });
          const inputs = await getAllInputs(tx, { ...key, now: new Date(counted.as_of) });
          const plan = await forecastPlan(tx, counted, {
            ...key,
            ...inputs,
            isPractice,
            isRunning: status === 'running',
            start_at: starts_at,
            // No other profile may write to the people of a follow-up.
            free_profiles: status === 'pending' && !text.follows ? await listFreeProfiles(tx, key) : [],
          });
          return { plan };
        }),
    },

    'PUT /api/campaigns/{id}/plan': async ({ tx, afterCommit, caller, params, body }) => {
      const context = { tx, afterCommit, deps };
      const { account, campaign } = body;
      const key = { user_id: caller.user.id, campaign_id: params.id };
      await getUnended(tx, key, deps.clock.now());
      const warnings = account ? (await changeSettings(context, caller.user, account)).warnings : [];
      if (campaign) await editCampaign(context, key, campaign);
      return { warnings };
    },

    'GET /api/campaigns/{id}/sample': {
      ownTransactions: ({ caller, params, query: { draw } }) =>
        planAlone(caller.user.id, async (tx) => {
          const key = { user_id: caller.user.id, campaign_id: params.id };
          const text = readPlanned(await getUnended(tx, key, deps.clock.now()));
          const drawn = await drawSamples(tx, text, {
            of: { ...key, search: '' },
            draw,
            now: deps.clock.now(),
          });
          return { sample: pickTen(drawn).map((one) => describeSample(one, text.measured)) };
        }),
    },

    'GET /api/lists/{id}/planned': {
      ownTransactions: ({
        caller,
        params,
        query: { group, field = null, after, search = '', campaign_id, leave_out = null },
      }) =>
        planAlone(caller.user.id, async (tx) => {
          const of = { user_id: caller.user.id, list_id: params.id };
          const { text, people } = await readGroup(tx, {
            ...of,
            campaign_id,
            leave_out,
            search: await searchedName(tx, of.user_id, search),
          });
          const from = placeOf(after);
          const now = deps.clock.now();
          const found = await seeGroup(tx, text, {
            of: { ...of, campaign_id: campaign_id ?? NOT_MADE_YET.campaign_id },
            people,
            from,
            group,
            field,
            now,
          });
          const recipients = found.people.map(({ recipient }) => recipient);
          const since = await findSince(tx, group, { user_id: of.user_id, recipients, now });
          return {
            people: found.people.map(({ recipient_id, recipient, reason }) => ({
              recipient_id,
              recipient,
              reason,
              ...(since.get(recipient) ?? { at: null, by: null }),
            })),
            next: found.next && `${found.next.source}.${found.next.after}`,
          };
        }),
    },
  };
}

/** Throws 404 where a campaign is no follow-up with this list. */
async function checkFollowUpList(tx: Tx, { list_id, ...key }: CampaignKey & { list_id: number }) {
  const found = await findFollowed(tx, key);
  if (!found || found.follows_campaign_id === null || found.list_id !== list_id)
    throw notFound('Campaign not found');
}

interface OfList {
  user_id: number;
  list_id: number;
  campaign_id: number | undefined;
  /** Where there is no campaign. */
  leave_out: LeaveOutInput;
  search: string;
}

/** The place that `next` of a page says; the beginning without it. */
function placeOf(after = '0.0'): Place {
  const [source = 0, place = 0] = after.split('.').map(Number);
  return { source, after: place };
}

/** Before a text is chosen: nobody lacks a value for it. */
const NO_TEXT = '';

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
  if (id === undefined) return NO_TEXT;
  const message = await findMessage(tx, { user_id, id });
  if (!message) throw notFound('Template not found');
  return message.content;
}
