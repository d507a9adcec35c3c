/**
 * Claims deliveries, what was due first first. Whatever somebody else is about to claim or to end is passed over. Bodies that were to be
 * kept until now are emptied on the way, some at a time, so that a heap of them holds up nobody.
 *
 * As with `claim_work`, plans are made once and always go by index: an empty table would else teach the connection to read the whole table for ever.
 */
export const claimDeliveries = `create function {schema}.claim_deliveries(now_ms bigint, lease_ms bigint, wanted bigint)
returns setof {schema}.inbox language plpgsql
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  with over as materialized (
    select i.no from {schema}.inbox i where i.keep_body_until <= now_ms order by i.keep_body_until limit 1000 for no key update skip locked
  )
  update {schema}.inbox i set body = '', keep_body_until = null from over where i.no = over.no;

  return query with free as materialized (
    select i.no from {schema}.inbox i
    where i.status = 'unfinished' and i.due_at <= now_ms and (i.lease_until is null or i.lease_until <= now_ms)
    order by i.due_at, i.no limit wanted for no key update skip locked
  )
  update {schema}.inbox i set lease_until = now_ms + lease_ms, fence = i.fence + 1, attempts = i.attempts + 1
  from free where i.no = free.no returning i.*;
end $$`;
