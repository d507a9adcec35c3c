/**
 * Claims work, what was due first first, over several kinds. Candidates come from the index of each kind, as many as are still wanted, so a heap of due work
 * of another kind costs nothing. Those that somebody else is about to claim are passed over, and the search goes on behind the last candidate.
 */
export const claimWork = `create function {schema}.claim_work(now_ms bigint, lease_ms bigint, wanted integer, kinds text[])
returns table (loan_id text, loan_no bigint, kind text, due_at bigint, fence bigint, attempts integer) language plpgsql
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  nos bigint[];
  names text[];
  dues bigint[];
  found_count integer;
  claimed_count integer;
  -- Where the search goes on: behind this piece of work.
  last_due bigint := -1;
  last_no bigint := 0;
  last_kind text collate "C" := '';
begin
  while wanted > 0 loop
    select array_agg(c.loan_no order by c.due_at, c.loan_no, c.kind), array_agg(c.kind order by c.due_at, c.loan_no, c.kind),
      array_agg(c.due_at order by c.due_at, c.loan_no, c.kind), count(*)
    into nos, names, dues, found_count
    from (
      select c.loan_no, c.kind, c.due_at from (select distinct kind from unnest(kinds) as k (kind)) as k, lateral (
        select w.loan_no, w.kind, w.due_at from {schema}.work w
        where w.kind = k.kind and w.due_at <= now_ms and (w.due_at, w.loan_no) >= (last_due, last_no) and (w.due_at, w.loan_no, w.kind) > (last_due, last_no, last_kind)
          and (w.lease_until is null or w.lease_until <= now_ms)
        order by w.due_at, w.loan_no limit wanted
      ) as c order by c.due_at, c.loan_no, c.kind limit wanted
    ) as c;
    exit when found_count = 0;

    return query with free as materialized (
      select w.loan_no, w.kind from unnest(nos, names) as c (loan_no, kind) join {schema}.work w on w.loan_no = c.loan_no and w.kind = c.kind
      where w.due_at <= now_ms and (w.lease_until is null or w.lease_until <= now_ms)
      for no key update of w skip locked
    )
    update {schema}.work w set lease_until = now_ms + lease_ms, fence = w.fence + 1, attempts = w.attempts + 1
    from free join {schema}.loans l on l.no = free.loan_no where w.loan_no = free.loan_no and w.kind = free.kind
    returning l.loan_id, w.loan_no, w.kind, w.due_at, w.fence, w.attempts;

    get diagnostics claimed_count = row_count;

    exit when found_count < wanted;
    wanted := wanted - claimed_count;
    last_due := dues[found_count];
    last_no := nos[found_count];
    last_kind := names[found_count];
  end loop;
end $$`;
