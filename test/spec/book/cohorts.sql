-- Collection rates by month of the due date, first-payment default, and vintages by month of the disbursement.
-- One row: json with the members of the same names.

with
begun as (select n.loan_id, d.on_day, d.kobo from now n join disbursed d using (loan_id)),

-- Collection rate ----------------------------------------------------------------------------------------------------
-- Of each instalment that fell due: what money had reached it by the end of some days after its due day.
fallen as (
  select to_char(i.due_on, 'YYYY-MM') as month, i.kobo, days, i.due_on + days <= as_of() as is_over,
         greatest(0, least(i.kobo, paid_by(i.loan_id, i.due_on + days) - i.before)) as paid
  from instalments i join begun using (loan_id), (values (0), (7), (30)) as windows (days)
  where i.due_on <= as_of()
),
monthly as (
  select month, days, coalesce(sum(kobo) filter (where is_over), 0) as due,
         coalesce(sum(paid) filter (where is_over), 0) as paid
  from fallen group by month, days
),
rates as (
  select month, days, due, paid, share(paid, due) as share from monthly
),
collection as (
  select on_day.month, on_day.due, on_day.paid, on_day.share,
         json_build_object('due', naira(w7.due), 'paid', naira(w7.paid), 'share', w7.share) as within7,
         json_build_object('due', naira(w30.due), 'paid', naira(w30.paid), 'share', w30.share) as within30
  from rates on_day
  join rates w7 on w7.month = on_day.month and w7.days = 7
  join rates w30 on w30.month = on_day.month and w30.days = 30
  where on_day.days = 0
),

-- First payment ------------------------------------------------------------------------------------------------------
-- The first instalment of each loan. An adopted loan has none here if its first due day was before the adoption.
firsts as (
  select distinct on (i.loan_id) i.loan_id, i.due_on, i.before + i.kobo as needed
  from instalments i join begun using (loan_id)
  where not exists (
    select from schedule s join terms t using (loan_id, seq)
    where s.loan_id = i.loan_id and t.no = 1 and s.due_on < t.counts_from)
  order by i.loan_id, i.due_on
),
tested as (
  select loan_id, paid_by(loan_id, due_on + 30) < needed as is_default from firsts where due_on + 30 <= as_of()
),

-- Vintages -----------------------------------------------------------------------------------------------------------
cohorts as (
  select to_char(on_day, 'YYYY-MM') as month, date_trunc('month', min(on_day))::date as first_day,
         count(*) as loans, sum(kobo) as kobo, count(t.loan_id) as ripe,
         count(*) filter (where t.is_default) as defaulted
  from begun left join tested t using (loan_id) group by 1
),
-- The last day of each month since, but not after the day asked for.
ends as (
  select c.month, place as months_on_book,
         least(as_of(), (c.first_day + (place + 1) * interval '1 month')::date - 1) as on_day
  from cohorts c, generate_series(0, 1200) place
  where c.first_day + place * interval '1 month' <= as_of()
),
points as (
  select e.month, e.months_on_book, e.on_day,
         coalesce(share(sum(least(s.paid, s.due)), sum(s.due)), 0) as paid_share,
         coalesce(share(sum(case when s.status = 'written-off' or s.dpd >= 30 then s.outstanding else 0 end),
           sum(s.due)), 0) as share30
  from ends e
  left join lateral (
    select st.* from standing(e.on_day) st join begun b using (loan_id) where to_char(b.on_day, 'YYYY-MM') = e.month
  ) s on true
  group by 1, 2, 3
)
select json_build_object(
  'collection', (select coalesce(json_agg(json_build_object(
    'month', month, 'due', naira(due), 'onDueDate', naira(paid), 'shareOnDueDate', share,
    'within7', within7, 'within30', within30)
    order by month), '[]') from collection),
  'firstPaymentDefault', (select json_build_object('loans', count(*), 'defaulted', count(*) filter (where is_default),
    'share', share(count(*) filter (where is_default), count(*))) from tested),
  'vintages', (select coalesce(json_agg(json_build_object(
    'month', month, 'disbursedLoans', loans, 'disbursed', naira(kobo), 'loans', ripe, 'defaulted', defaulted,
    'share', share(defaulted, ripe),
    'points', (select json_agg(json_build_object('monthsOnBook', months_on_book, 'on', on_day::text,
      'paidShare', paid_share, 'share30', share30) order by months_on_book) from points p where p.month = c.month))
    order by month), '[]') from cohorts c)
) as figures;
