export const madeSteps = `create table {schema}.migrations (
    version integer primary key,
    name text not null,
    breaking boolean not null,
    applied_at timestamptz not null default now()
  )`;

/** Tables of the loan files: an append-only event log, personal data apart from it, labels, and scheduled work. */
export const loanFiles: readonly string[] = [
  // "C": names are compared byte by byte, so indexes survive an update of the operating system's collations.
  `create table {schema}.loans (
    no bigint generated always as identity primary key,
    loan_id text collate "C" not null unique,
    version integer not null check (version > 0),
    head text collate "C" not null
  ) with (fillfactor = 80)`,
  `create table {schema}.events (
    loan_no bigint not null,
    seq integer not null check (seq > 0),
    body text not null,
    hash text collate "C" not null,
    primary key (loan_no, seq)
  )`,
  `create table {schema}.personal (
    loan_no bigint not null,
    seq integer not null,
    sealed text not null,
    primary key (loan_no, seq)
  )`,
  `create table {schema}.labels (
    label text collate "C" not null,
    loan_no bigint not null references {schema}.loans,
    primary key (label, loan_no)
  )`,
  `create unique index labels_of_mandates on {schema}.labels (label) where label like 'mandate:%'`,
  // A claim changes no indexed column, so if its page has room it writes no index either.
  `create table {schema}.work (
    loan_no bigint not null references {schema}.loans,
    kind text collate "C" not null,
    due_at bigint,
    lease_until bigint,
    fence bigint not null default 0,
    attempts integer not null default 0,
    failure text,
    primary key (loan_no, kind)
  ) with (fillfactor = 50)`,
  'create index work_by_due on {schema}.work (kind, due_at, loan_no) where due_at is not null',
];

/**
 * The database also refuses changes that this package never makes. The trigger is always on, even in a session that
 * applies replication.
 */
export const appendOnly: readonly string[] = [
  `create function {schema}.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'loan files are append-only: % on %.% is refused', tg_op, tg_table_schema, tg_table_name using errcode = 'restrict_violation';
  end $$`,
  `create trigger events_only_grow before update or delete or truncate on {schema}.events
    for each statement execute function {schema}.refuse_change()`,
  `create trigger loans_stay before delete or truncate on {schema}.loans
    for each statement execute function {schema}.refuse_change()`,
  `create trigger loans_only_grow before update on {schema}.loans
    for each row when (new.version <= old.version or new.loan_id <> old.loan_id) execute function {schema}.refuse_change()`,
  // A row that is deleted and inserted again would restart its fence.
  `create trigger work_stays before delete or truncate on {schema}.work
    for each statement execute function {schema}.refuse_change()`,
  `create trigger fences_only_grow before update on {schema}.work
    for each row when (new.fence < old.fence) execute function {schema}.refuse_change()`,
  'alter table {schema}.events enable always trigger events_only_grow',
  'alter table {schema}.loans enable always trigger loans_stay',
  'alter table {schema}.loans enable always trigger loans_only_grow',
  'alter table {schema}.work enable always trigger work_stays',
  'alter table {schema}.work enable always trigger fences_only_grow',
];

/**
 * The write path: many appends in one call. Each is applied completely or not at all. Each refused append yields one
 * answer row.
 *
 * The lists are parallel. `…_of` is the place (from 1) of the append that an entry belongs to. `nos` holds one number
 * for each append: the number of its loan, -1 while the loan still has to be created, 0 once the append is refused.
 * Nothing is written before all label checks are done. So no exception is needed to undo one append of many, and a
 * caller's own transaction stays usable. Rows are locked in the order of their keys.
 *
 * The plans are made once and always use an index. Otherwise an empty table would teach the connection to scan whole
 * tables for the rest of its life.
 */
export const appendEvents = `create function {schema}.append_events(
  loan_ids text[], expected integer[], expected_heads text[], counts integer[], heads text[],
  event_of integer[], seqs integer[], bodies text[], hashes text[],
  personal_of integer[], personal_seqs integer[], sealed_texts text[],
  add_of integer[], add_labels text[], remove_of integer[], remove_labels text[],
  work_of integer[], kinds text[], due_ats bigint[]
) returns table (place integer, taken_label text, version integer) language plpgsql
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  nos bigint[];
  wanted bigint[];
  taken text[];
begin
  perform 1 from {schema}.loans where loan_id = any (loan_ids) order by loan_id for no key update;

  select array_agg(case when coalesce(l.version, 0) <> i.expected or l.head <> i.expected_head then 0 else coalesce(l.no, -1) end order by i.place) into nos
  from unnest(loan_ids, expected, expected_heads) with ordinality as i (loan_id, expected, expected_head, place)
  left join {schema}.loans l on l.loan_id = i.loan_id;

  if exists (select 1 from unnest(add_labels) as label where label like 'mandate:%') then
    -- Whoever takes the same label waits here until we have committed, and then sees it.
    perform pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('{schema} ' || label, 0) as key from unnest(add_labels) as label where label like 'mandate:%' order by 1
    ) as keys;
    select array_agg(t.label order by n.place) into taken from unnest(nos) with ordinality as n (no, place) left join lateral (
      select k.label from unnest(add_of, add_labels) as a (place, label) join {schema}.labels k on k.label = a.label
      where a.place = n.place and a.label like 'mandate:%' and k.loan_no <> n.no limit 1
    ) as t on n.no <> 0;
    select array_agg(case when t.label is null then n.no else 0 end order by n.place) into nos
    from unnest(nos, taken) with ordinality as n (no, label, place), lateral (select n.label) as t;
  end if;
  wanted := nos;

  if -1 = any (nos) then
    with begun as (
      insert into {schema}.loans (loan_id, version, head)
      select i.loan_id, i.count, i.head from unnest(loan_ids, counts, heads, nos) with ordinality as i (loan_id, count, head, no, place)
      where i.no = -1 and i.count > 0 order by i.place
      on conflict (loan_id) do nothing returning no, loan_id
    )
    select array_agg(case when i.no = -1 then coalesce(b.no, 0) else i.no end order by i.place) into nos
    from unnest(loan_ids, nos) with ordinality as i (loan_id, no, place) left join begun b on b.loan_id = i.loan_id;
  end if;

  update {schema}.loans l set version = i.expected + i.count, head = i.head
  from unnest(expected, counts, heads, nos) as i (expected, count, head, no)
  where l.no = i.no and i.no > 0 and i.expected > 0 and i.count > 0;

  insert into {schema}.events (loan_no, seq, body, hash)
  select nos[e.place], e.seq, e.body, e.hash from unnest(event_of, seqs, bodies, hashes) as e (place, seq, body, hash) where nos[e.place] > 0;

  if cardinality(personal_of) > 0 then
    insert into {schema}.personal (loan_no, seq, sealed)
    select nos[p.place], p.seq, p.sealed from unnest(personal_of, personal_seqs, sealed_texts) as p (place, seq, sealed) where nos[p.place] > 0;
  end if;

  if cardinality(remove_of) > 0 then
    delete from {schema}.labels k using unnest(remove_of, remove_labels) as r (place, label)
    where nos[r.place] > 0 and k.label = r.label and k.loan_no = nos[r.place];
  end if;

  if cardinality(add_of) > 0 then
    insert into {schema}.labels (label, loan_no)
    select distinct a.label, nos[a.place] from unnest(add_of, add_labels) as a (place, label) where nos[a.place] > 0 order by 1, 2
    on conflict (label, loan_no) do nothing;
  end if;

  if cardinality(work_of) > 0 then
    -- A claim that nobody has ended goes on counting as an attempt: its holder may have acted already.
    insert into {schema}.work as w (loan_no, kind, due_at)
    select nos[p.place], p.kind, p.due_at from unnest(work_of, kinds, due_ats) as p (place, kind, due_at) where nos[p.place] > 0 order by 1, 2
    on conflict (loan_no, kind) do update set due_at = excluded.due_at, attempts = case when w.lease_until is null then 0 else 1 end, failure = null;
  end if;

  if 0 = any (nos) then
    return query select i.place::integer, i.taken, coalesce(l.version, 0)
    from unnest(loan_ids, nos, wanted, counts, taken) with ordinality as i (loan_id, no, wanted, count, taken, place)
    left join {schema}.loans l on l.loan_id = i.loan_id
    where i.no = 0 and not (i.wanted = -1 and i.count = 0);
  end if;
end $$`;

/**
 * Claims work of several kinds, the earliest due first. Candidates come from the index of each kind, as many as are
 * still wanted, so due work of another kind costs nothing. Rows that another transaction has locked are skipped, and
 * the search continues after the last candidate.
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
