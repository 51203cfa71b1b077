-- Records the owner's word on uncertain deliveries (docs/engine.md#settling): those of these recipients, or without
-- recipients the next `most` behind `after`. A delivery that was settled meanwhile stays as it is. A recipient who did not get
-- the message is tried again by the campaign, or is pending for a later one where the campaign is over. Either way it gets a
-- new place at the end of the line, because campaigns that never had it may have their marks behind its old place. The locks
-- of the list and the user must be held.
--
-- Gives null for a campaign that is gone, else how many were settled and the last that was looked at.
create function settle_uncertain(moment timestamptz, of_user bigint, of_campaign bigint, went_out boolean,
  recipients bigint[], after bigint, most integer) returns json language plpgsql as $$
declare
  c campaigns;
  first_place bigint := case when not went_out then nextval('recipient_position') << 24 end;
  transitions transition[];
  last_looked_at bigint;
begin
  select * into c from campaigns where user_id = of_user and id = of_campaign and deleted_at is null;
  if not found then return engine_answer(moment, null, '{}'); end if;

  select max(recipient_id), array_agg(
    case
      when went_out then new_transition(ord, of_user, of_campaign, recipient_id, 'sent',
        action => 'message_sent', log_reason => '{"kind": "said_sent"}')
      else new_transition(ord, of_user, of_campaign, recipient_id, case when is_tried_again then 'waiting' else 'failed' end,
        settled_token => token, new_position => new_position, retry_at => case when is_tried_again then moment end,
        reason => '{"kind": "said_not_sent"}', action => case when is_tried_again then 'retry' else 'message_failed' end,
        log_reason => jsonb_strip_nulls(jsonb_build_object('kind', 'said_not_sent', 'next',
          case when is_tried_again then 'retry' when new_position is not null then 'later_campaign' end)))
    end)
  into last_looked_at, transitions
  from (
    select d.*, case when r.campaign_id = of_campaign then first_place + d.ord end as new_position,
      c.status in ('running', 'paused') and coalesce(r.campaign_id = of_campaign or r.status = 'pending', false)
        as is_tried_again
    from (
      select recipient_id, token, row_number() over (order by recipient_id) as ord from deliveries
      where user_id = of_user and campaign_id = of_campaign and unsent = 'uncertain'
        and case when recipients is null then recipient_id > after else recipient_id = any (recipients) end
      order by recipient_id limit most) d
    left join recipients r on r.user_id = of_user and r.id = d.recipient_id) decided;

  return engine_answer(moment,
    json_build_object('settled', coalesce(cardinality(transitions), 0), 'last_id', last_looked_at),
    change_deliveries(moment, transitions));
end $$;
