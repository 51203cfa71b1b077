-- Why a person gets no message, and what became of a try: a kind with its values, as JSON (docs/engine.md#reasons). The words
-- are in contract/src/reasons.ts.

-- Why a plan leaves somebody out; null: it does not. Claims and begins judge by findSkip (contract/src/rules/person.ts), and a test
-- holds this to it. `messaged` comes from messaged_reason, `left_alone` from left_alone_reason, `unfit` from unfit_reason.
create function skip_reason(is_refused boolean, messaged jsonb, left_alone jsonb, is_taken_out boolean, unfit jsonb)
returns jsonb language sql immutable
return case
  when is_refused then '{"kind": "do_not_contact"}'
  else coalesce(messaged, left_alone, case when is_taken_out then jsonb '{"kind": "taken_out"}' end, unfit)
end;

-- Why a profile rests, with the words of its machine, if there are any.
create function rest_reason(kind text, words text) returns jsonb language sql stable
return jsonb_strip_nulls(jsonb_build_object('kind', kind, 'words', words));

-- A reason without its kind, as a row has it: null where it has no values.
create function args_of(reason jsonb) returns jsonb language sql immutable return nullif(reason - 'kind', '{}');

-- Why a delivery is not sent, for readReason of the contract; null of one that is.
create function stored_reason(state text, reason_kind text, reason_args jsonb, words text) returns jsonb
language sql stable
return case when state <> 'sent' and num_nonnulls(reason_kind, words) > 0 then
  jsonb_build_object('reason_kind', reason_kind, 'reason_args', reason_args, 'words', words) end;
