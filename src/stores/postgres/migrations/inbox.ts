/**
 * Stores webhooks between the answer and the work. Done rows stay, to recognise repetitions; only their body is
 * emptied.
 */
export const inboxTable: readonly string[] = [
  // `lease_until` is null without a lease. `received_at` is text, because it is returned unchanged.
  `create table {schema}.inbox (
    no bigint generated always as identity primary key,
    key text collate "C" not null unique,
    kind text collate "C" not null,
    source text collate "C" not null check (source in ('webhook', 'reconciled')),
    body text not null,
    received_at text not null,
    status text collate "C" not null default 'unfinished' check (status in ('unfinished', 'done', 'quarantined')),
    attempts integer not null default 0,
    fence bigint not null default 0,
    due_at bigint not null default 0,
    lease_until bigint,
    news text collate "C",
    reason text,
    keep_body_until bigint
  ) with (fillfactor = 70)`,
  'create unique index inbox_news on {schema}.inbox (news) where news is not null',
  // Done rows cost this index nothing. A claim changes no indexed column, so if its page has room it writes no index
  // either.
  "create index inbox_due on {schema}.inbox (due_at, no) where status = 'unfinished'",
  'create index inbox_kept_bodies on {schema}.inbox (keep_body_until) where keep_body_until is not null',
  // For lists. Values that most items share are found quickly by walking along the numbers.
  "create index inbox_open on {schema}.inbox (status, no) where status <> 'done'",
  "create index inbox_reconciled on {schema}.inbox (no) where source = 'reconciled'",
  'create index inbox_kinds on {schema}.inbox (kind, no)',
];

/**
 * The database also refuses changes that this package never makes: a deleted item would count as new if it came again.
 */
export const inboxGuards: readonly string[] = [
  `create function {schema}.refuse_inbox_change() returns trigger language plpgsql as $$
  begin
    raise exception 'deliveries stay, their fences only grow, and what is done stays done: % on %.% is refused', tg_op, tg_table_schema, tg_table_name
      using errcode = 'restrict_violation';
  end $$`,
  `create trigger inbox_stays before delete or truncate on {schema}.inbox
    for each statement execute function {schema}.refuse_inbox_change()`,
  `create trigger inbox_only_grows before update on {schema}.inbox
    for each row when (new.fence < old.fence or new.key <> old.key or old.status = 'done' and new.status <> 'done')
    execute function {schema}.refuse_inbox_change()`,
  'alter table {schema}.inbox enable always trigger inbox_stays',
  'alter table {schema}.inbox enable always trigger inbox_only_grows',
];

/**
 * Claims deliveries, the earliest due first. Rows that another transaction has locked are skipped. It also empties
 * bodies whose retention has ended, a few at a time, so that many of them do not block a claim.
 *
 * As with `claim_work`, the plan is made once and always uses an index. Otherwise an empty table would teach the
 * connection to scan the whole table forever.
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
