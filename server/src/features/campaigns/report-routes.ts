import { XLSX } from '@pigeonpost/contract/call';
import type { campaignCalls } from '@pigeonpost/contract/calls/campaigns';
import type { Deps } from '../../deps.ts';
import { attachment, CSV_TYPE } from '../../http/attachment.ts';
import { checkDateRange } from '../../http/date-range.ts';
import type { Routes } from '../../http/handler.ts';
import { listCampaignPerformance } from '../profiles/performance-queries.ts';
import { searchedName } from '../recipients/name.ts';
import { getDashboard } from './dashboard-queries.ts';
import { getCampaignRow } from './get-campaign.ts';
import { findStandstills } from './standstill/standstill.ts';

type ReportCalls = Pick<
  typeof campaignCalls,
  | 'GET /api/campaigns/dashboard-stats'
  | 'GET /api/campaigns/{id}/profile-performance'
  | 'GET /api/campaigns/{id}/logs/export'
  | 'GET /api/campaigns/{id}/recipients/export'
>;

/** Reports on campaigns: the dashboard's figures, each profile's share, log and people as files. */
export function reportRoutes(deps: Deps): Routes<ReportCalls> {
  const { clock } = deps;
  return {
    'GET /api/campaigns/dashboard-stats': async ({ tx, caller, query }) => {
      const user_id = caller.user.id;
      const range = checkDateRange(query);
      const { stats, recent } = await getDashboard(tx, { user_id, range, now: clock.now() });
      const hasDates = query.start_date !== undefined || query.end_date !== undefined;
      if (hasDates && query.recent === '0') return { stats };
      const standstills = await findStandstills(tx, { user_id, campaigns: recent }, deps);
      return {
        stats,
        recentCampaigns: recent.map((row) => ({ ...row, standstill: standstills.get(row.id) ?? null })),
      };
    },

    'GET /api/campaigns/{id}/profile-performance': async ({ tx, caller, params }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      await getCampaignRow(tx, key, clock.now());
      return { profilePerformance: await listCampaignPerformance(tx, key, clock.now()) };
    },

    'GET /api/campaigns/{id}/logs/export': {
      async ownTransactions({ caller, params, reply }) {
        const key = { user_id: caller.user.id, campaign_id: params.id };
        const campaign = await deps.readAsUser(key.user_id, (tx) => getCampaignRow(tx, key, clock.now()));
        return reply
          .header('content-type', XLSX)
          .header('content-disposition', attachmentOf(campaign, 'log.xlsx'))
          .send((await import('./log/log-export.ts')).exportLogs(deps, key));
      },
    },

    'GET /api/campaigns/{id}/recipients/export': {
      async ownTransactions({ caller, params, query, reply }) {
        const key = { user_id: caller.user.id, campaign_id: params.id };
        const { campaign, search } = await deps.readAsUser(key.user_id, async (tx) => ({
          campaign: await getCampaignRow(tx, key, clock.now()),
          search: await searchedName(tx, key.user_id, query.search ?? ''),
        }));
        return reply
          .header('content-type', CSV_TYPE)
          .header('content-disposition', attachmentOf(campaign, 'people.csv'))
          .send(
            (await import('./people/people-export.ts')).exportPeople(deps, {
              ...key,
              who: query.state,
              search,
            }),
          );
      },
    },
  };
}

const attachmentOf = ({ id, name }: { id: number; name: string }, what: string) =>
  attachment(`campaign-${id}-${what}`, `${name} ${what}`);
