-- Cascade, declines, and the time until attempts were confirmed. One row: json with the members of the same names.

with
-- A success is a sweep if the same account had declined a larger amount of the same instalment on the same day, as far
-- as the file knew when it learned of the success.
judged as (
  select a.*, a.taken and exists (
    select from attempts f
    where f.loan_id = a.loan_id and f.reference = a.reference and f.account is not distinct from a.account
      and not f.taken and f.on_day = a.on_day and f.kobo > a.kobo and f.seq <= a.seq) as is_sweep
  from attempts a where a.on_day <= as_of()
),
steps as (
  select position, is_sweep, count(*) as attempts, count(*) filter (where taken) as successful,
         coalesce(sum(kobo) filter (where taken), 0) as collected
  from judged group by position, is_sweep
),
total as (select sum(collected) as kobo from steps),
waits as (
  select floor(greatest(0, extract(epoch from known - date_trunc('second', at))) / 60)::int as minutes
  from judged where taken
),
named as (
  select 'byBank' as name, to_json(coalesce(bank, '')) as key, coalesce(bank, '') as place, taken from judged
  union all
  select 'byHour', to_json(hour), lpad(hour::text, 2, '0'), taken
  from judged, lateral (select extract(hour from at at time zone 'Africa/Lagos')::int as hour) h
  union all
  select 'byWeekday', to_json(extract(isodow from on_day)::int), extract(isodow from on_day)::text, taken from judged
),
rates as (
  select name, place, json_build_object('of', (array_agg(key))[1], 'attempts', count(*),
    'declined', count(*) filter (where not taken),
    'share', share(count(*) filter (where not taken), count(*))) as rate
  from named group by name, place
),
codes as (
  select coalesce(code, '') as code, count(*) as declined, share(count(*), (select count(*) from judged)) as share
  from judged where not taken group by 1
)
select json_build_object(
  'cascade', (select coalesce(json_agg(json_strip_nulls(json_build_object(
    'position', position, 'isSweep', is_sweep, 'attempts', attempts, 'successful', successful, 'collected',
    naira(collected), 'shareOfCollected', share(collected, total.kobo)))
    order by is_sweep, position nulls first), '[]') from steps, total),
  'declines', json_build_object(
    'byBank', (select coalesce(json_agg(rate order by place collate "C"), '[]') from rates where name = 'byBank'),
    'byCode', (select coalesce(json_agg(json_build_object('code', code, 'declined', declined, 'share', share)
      order by declined desc, code collate "C"), '[]') from codes),
    'byHour', (select coalesce(json_agg(rate order by place), '[]') from rates where name = 'byHour'),
    'byWeekday', (select coalesce(json_agg(rate order by place), '[]') from rates where name = 'byWeekday')),
  'confirmation', (select json_strip_nulls(json_build_object('attempts', count(*),
    'median', percentile_disc(0.5) within group (order by minutes),
    'p90', percentile_disc(0.9) within group (order by minutes),
    'p99', percentile_disc(0.99) within group (order by minutes))) from waits)
) as figures;
