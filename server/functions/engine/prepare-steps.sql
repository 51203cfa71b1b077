-- Takes the three steps of a delivery for nobody, so that a new connection reads the catalogue and plans their statements before the
-- first delivery: it would take five times as long as the next ones.
create function prepare_steps() returns void language plpgsql as $$
begin
  perform read_work_calls(null, '{}', '[]', false, 0, 0, null);
  perform read_lines(0, '[]');
  perform record_claims(0, '[]', false, '[]', '{}', '[]', null, '[]');
  perform read_begin_facts(null, '{}', '{}');
  perform record_begins(0, '[]', '[]', '[]', '{}', '[]');
  perform read_result_facts(null, '{}', '[]', null);
  perform read_change_facts(to_timestamp(0), '[]');
  perform record_results(0, '[]', '{}', '[]', null, '[]');
end $$;
