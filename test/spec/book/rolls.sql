-- Roll matrix and cure rate since the last day of the month before. One row: json with the members of the same names.

with
start as (select (date_trunc('month', as_of()) - interval '1 day')::date as on_day),
-- Each loan that ran then, by its balance of then, and where it is now.
moved as (
  select bucket(t.dpd) as was, t.outstanding as kobo,
         case when n.status = 'written-off' then 'writtenOff'
              when n.status = 'repaid' or n.outstanding = 0 then 'repaid'
              else bucket(n.dpd) end as is_now
  from start, standing(start.on_day) t join now n on n.loan_id = t.loan_id
  where t.status = 'running'
),
names as (select * from (values ('0'), ('1-29'), ('30-59'), ('60-89'), ('90+')) as v (name)),
ends as (select name from names union all values ('repaid'), ('writtenOff')),
cells as (
  select b.name as was, e.name as is_now, count(m.kobo) as loans, coalesce(sum(m.kobo), 0) as balance
  from names b cross join ends e left join moved m on m.was = b.name and m.is_now = e.name
  group by 1, 2
),
lines as (
  select was, sum(loans) as loans, sum(balance) as balance,
         json_object_agg(is_now, json_build_object('loans', loans, 'balance', naira(balance))) as ends
  from cells group by was
),
-- Loans that were at least 30 days past due, and those of them that owe nothing past due any more.
cure as (
  select count(*) as loans, coalesce(sum(kobo), 0) as balance,
         count(*) filter (where is_now in ('0', 'repaid')) as cured,
         coalesce(sum(kobo) filter (where is_now in ('0', 'repaid')), 0) as cured_balance
  from moved where was in ('30-59', '60-89', '90+')
)
select json_build_object(
  'rolls', json_build_object('from', (select on_day::text from start), 'rows', (
    select json_agg(json_build_object('from', was, 'loans', loans, 'balance', naira(balance), 'to', ends) order by was)
    from lines)),
  'cureRate', (select json_build_object(
    'atRisk', json_build_object('loans', loans, 'balance', naira(balance)),
    'cured', json_build_object('loans', cured, 'balance', naira(cured_balance)),
    'shareOfLoans', share(cured, loans),
    'shareOfBalance', share(cured_balance, balance)) from cure)
) as figures;
