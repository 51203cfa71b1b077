import type { CampaignTimes } from '@pigeonpost/contract/rules/allowed-at';
import { type RawBuilder, sql } from 'kysely';
import { minutesIn } from '../database/sql/multiranges.ts';
import type { Tx } from '../database/transaction.ts';
import { type AccountRow, readAccount } from '../engine/read-facts.ts';

/** The running campaigns of a user, one or some of them, or those of all users. */
export interface OfRunning {
  user_id?: number;
  campaign_id?: number;
  campaign_ids?: number[];
}

/** For `campaigns` as c: whether it is one of these. */
export function isOneOf({ user_id, campaign_id, campaign_ids }: OfRunning): RawBuilder<unknown> {
  const ofUser = user_id === undefined ? sql`` : sql`and c.user_id = ${user_id}`;
  const onlyOne = campaign_id === undefined ? sql`` : sql`and c.id = ${campaign_id}`;
  const onlySome = campaign_ids === undefined ? sql`` : sql`and c.id = any (${campaign_ids}::bigint[])`;
  return sql`c.status = 'running' and c.deleted_at is null ${ofUser} ${onlyOne} ${onlySome}`;
}

interface Row extends Pick<CampaignTimes, 'account_day'> {
  account: AccountRow;
  campaigns: Pick<CampaignTimes, 'campaign' | 'campaign_day'>[];
}

/**
 * What decides when running campaigns may send, by their ids. An account's facts are read once, however many of its
 * campaigns run.
 */
export async function readCampaignTimes(
  tx: Tx,
  of: OfRunning,
  now: Date,
): Promise<Map<number, CampaignTimes>> {
  const { rows } = await sql<Row>`
    select account_facts(u, s) as account, ${sendingDay(sql`s.cap_day`, sql`0`, now)} as account_day, campaigns
    from (select c.user_id, json_agg(json_build_object(
        'campaign', json_build_object('id', c.id, 'countdown_until', milliseconds(c.countdown_until),
          'not_after', milliseconds(c.not_after), 'hours', ${minutesIn(sql`c.hours`)}, 'cap_day', c.cap_day),
        'campaign_day', ${sendingDay(sql`c.cap_day`, sql`c.id`, now)})) as campaigns
      from campaigns c join users u on u.id = c.user_id where ${isOneOf(of)} group by c.user_id) running
    join users u on u.id = running.user_id
    left join settings s on s.user_id = u.id`.execute(tx);
  const found = new Map<number, CampaignTimes>();
  for (const { account: row, account_day, campaigns } of rows) {
    const account = readAccount(row);
    for (const one of campaigns) found.set(one.campaign.id, { account, account_day, ...one });
  }
  return found;
}

/** What was begun on a day that has a cap, of a campaign or, as campaign 0, of the user `u`. */
export const sendingDay = (
  cap: RawBuilder<unknown>,
  campaign: RawBuilder<unknown>,
  now: Date,
): RawBuilder<CampaignTimes['account_day']> =>
  sql`case when ${cap} is not null then sending_day(${now}::timestamptz, u.id, ${campaign}, u.time_zone) end`;
