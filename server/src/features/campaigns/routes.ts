import type { Campaign, campaignCalls } from '@pigeonpost/contract/calls/campaigns';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import { LOG_LINES_KEPT } from '@pigeonpost/contract/realtime';
import { hasOnlyUsername } from '@pigeonpost/contract/text/message-text';
import type { Deps } from '../../deps.ts';
import { findStartRefusals } from '../../engine/start/start-refusal.ts';
import { checkDateRange } from '../../http/date-range.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { searchedName } from '../recipients/name.ts';
import { findReplyReading } from '../replies/read-since-queries.ts';
import { describeFollowUp } from './follow-ups/follow-up.ts';
import { getCampaignRow, getCampaignWithNext } from './get-campaign.ts';
import { isByEnd, listAtWork, listCampaigns, listMonths } from './list-queries.ts';
import { findLastSent, listLastLogs, listLastLogsAtWork } from './log/log-queries.ts';
import { countPeople, countSkippedMessaged, listPeople } from './people/people-queries.ts';
import { findEnds } from './plan/ends.ts';
import { nameLeaveOut } from './plan/leave-out.ts';
import { LongLines } from './plan/long-lines.ts';
import { findText } from './plan/plan-queries.ts';
import { reportRoutes } from './report-routes.ts';
import {
  describeCampaign,
  findStandstills,
  needingSomebody,
  readRunning,
  timeWaitOf,
} from './standstill/standstill.ts';
import { listOpenWindows } from './standstill/waiting-queries.ts';

/** A user's campaigns and all that is asked about one (docs/behaviour.md#campaigns). */
export function campaignRoutes(deps: Deps): Routes<typeof campaignCalls> {
  const { clock } = deps;
  const lines = new LongLines();

  return {
    ...reportRoutes(deps),

    'GET /api/campaigns': async ({ tx, caller, query }) => {
      const { search, status, sort_by } = query;
      const user_id = caller.user.id;
      const slice = pageSlice(query);
      const range = checkDateRange(query);
      const running = await readRunning(tx, { user_id }, deps);
      const filter = { user_id, search, status, range, waiting_ids: needingSomebody(running.waits) };
      const { rows, counts, total } = await listCampaigns(tx, {
        ...filter,
        sort_by,
        slice,
        now: clock.now(),
      });
      const refusals = await findStartRefusals(tx, { user_id, campaign_ids: startable(rows) }, clock.now());
      return {
        campaigns: rows.map((row) => ({
          ...describeCampaign(row, running),
          start_refusal: refusals.get(row.id) ?? null,
        })),
        counts,
        months: isByEnd(sort_by) ? await listMonths(tx, filter, rows) : [],
        pagination: paginationOf(slice, total),
      };
    },

    'GET /api/campaigns/logs': async ({ tx, caller }) => {
      const user_id = caller.user.id;
      const campaigns = await listAtWork(tx, user_id);
      const standstills = await findStandstills(tx, { user_id, campaigns }, deps);
      return {
        campaigns: campaigns.map((one) => ({ ...one, standstill: standstills.get(one.id) ?? null })),
        logs: campaigns.length > 0 ? await listLastLogsAtWork(tx, { user_id, limit: LOG_LINES_KEPT }) : [],
      };
    },

    'GET /api/campaigns/{id}': async ({ tx, caller, params }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const { campaign, next_profile_name } = await getCampaignWithNext(tx, key, deps);
      const isRunning = campaign.status === 'running';
      const logs = await listLastLogs(tx, { ...key, limit: LOG_LINES_KEPT });
      const followUp = await describeFollowUp(tx, key, clock.now());
      const { user_id } = key;
      const text = await findText(tx, key);
      const campaign_ids = startable([campaign]);
      const refusals = await findStartRefusals(tx, { user_id, campaign_ids }, clock.now());
      return {
        campaign: {
          ...campaign,
          start_refusal: refusals.get(campaign.id) ?? null,
          waiting_kind: timeWaitOf(campaign),
          next_profile_name,
          open_windows: isRunning ? await listOpenWindows(tx, key) : [],
          last_sent: campaign.total_sent > 0 ? await findLastSent(tx, key) : null,
          skipped_messaged: await countSkippedMessaged(tx, key),
          ...(await findReplyReading(tx, key)),
          leave_out: await nameLeaveOut(tx, { user_id, leave_out: text.leave_out }),
          ...followUp,
          ...(await findEnds(tx, key, {
            campaign,
            text,
            isFollowUp: followUp.nth_follow_up !== null,
            lines,
            now: clock.now(),
          })),
          reads_blanks: !hasOnlyUsername(campaign.template_content) && text.parts !== null,
          logs,
        },
      };
    },

    'GET /api/campaigns/{id}/recipients': async ({ tx, caller, params, query }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      await getCampaignRow(tx, key, clock.now());
      const slice = pageSlice(query);
      const filter = { ...key, search: await searchedName(tx, key.user_id, query.search ?? '') };
      const counts = await countPeople(tx, filter);
      return {
        recipients: await listPeople(tx, { ...filter, who: query.state, slice, counts }),
        counts,
        pagination: paginationOf(slice, counts[query.state]),
      };
    },
  };
}

/** The campaigns that a press could start. */
const startable = (campaigns: Pick<Campaign, 'id' | 'status'>[]): number[] =>
  campaigns.filter(({ status }) => campaignCan('start', status)).map(({ id }) => id);
