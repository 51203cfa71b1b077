import { readModelCounts } from './real-pace.ts';
import { readModelStarts } from './real-starts.ts';
import { NO_CAMPAIGN } from './result-model.ts';
import { at, type State } from './state.ts';

/** The model's campaigns, names, profiles and deliveries, each by its number. */
export function readModel(s: State) {
  return {
    ...(s.isPaced && { counts: readModelCounts(s) }),
    ...(s.hasStarts && { starts: readModelStarts(s) }),
    campaigns: s.campaigns.map((c) => (c.isGone ? null : c.status)),
    names: s.names.map((name) => (name.isDeleted ? null : [name.status, name.campaign, name.own])),
    profiles: s.profiles.map(({ isActive, isBlocked, isSignedOut, isFaulted, lease }) => [
      isActive,
      isBlocked,
      isSignedOut,
      isFaulted,
      lease && [lease.campaign, lease.name],
    ]),
    rows: s.rows.map((rows) =>
      rows.map((row) => row && [row.state, row.failures, row.value, row.isTakenOut]),
    ),
    ledger: s.ledger.map(({ isSent, sending, unclear, stopped, unreplied, unrepliedAfter }) => [
      isSent,
      sending.toSorted(),
      unclear.filter((campaign) => campaign !== NO_CAMPAIGN).toSorted(),
      stopped.filter((campaign) => !at(s.campaigns, campaign).isGone).toSorted(),
      [...unreplied, ...unrepliedAfter].toSorted(),
    ]),
  };
}

/** The same from the real tables, given the ids of campaigns, names and profiles, and the persons' names. */
export const TABLES = `
  with c as (select id, n - 1 as n from unnest($1::bigint[]) with ordinality as given (id, n)),
  r as (select id, n - 1 as n from unnest($2::bigint[]) with ordinality as given (id, n)),
  p as (select id, n - 1 as n from unnest($3::bigint[]) with ordinality as given (id, n)),
  person as (select recipient, n from unnest($4::text[]) with ordinality as given (recipient, n))
  select json_build_object(
    'campaigns', (select json_agg(campaigns.status order by n) from c left join campaigns using (id)),
    'names', (select json_agg(case when x.id is not null then json_build_array(x.status, c.n, (select n from p where id = x.profile_id)) end order by r.n)
      from r left join recipients x on x.id = r.id left join c on c.id = x.campaign_id),
    'profiles', (select json_agg(json_build_array(x.is_active, x.blocked_at is not null, x.signed_out_at is not null,
        x.faulted_at is not null,
        case when x.lease_token is not null then json_build_array(c.n, r.n) end) order by p.n)
      from p join profiles x on x.id = p.id left join c on c.id = x.lease_campaign_id
      left join r on r.id = x.lease_recipient_id),
    'ledger', (select json_agg(json_build_array(l.last_messaged_at is not null,
        (select coalesce(json_agg(c.n order by c.n), '[]') from c where l.begun ? c.id::text
          and not l.begun->(c.id::text) ? 'unclear'),
        (select coalesce(json_agg(c.n order by c.n), '[]') from c where l.begun->(c.id::text) ? 'unclear'),
        (select coalesce(json_agg(c.n order by c.n), '[]') from c join campaigns x on x.id = c.id
          where x.started_at < l.replied_at),
        (select coalesce(json_agg(c.n order by c.n), '[]') from c where l.without_reply->>(c.id::text) is not null)) order by person.n)
      from person left join message_ledger l using (recipient)),
    'rows', (select json_agg(line order by n) from (
      select c.n, json_agg(case when d.state is not null then json_build_array(d.state, d.failures,
        (select value::int from jsonb_each_text(d.blanks) as filled (key, value)), d.is_taken_out) end
        order by r.n) as line
      from c cross join r left join deliveries d on d.campaign_id = c.id and d.recipient_id = r.id
      group by c.n) lines)) as tables`;
