-- What was due and what came in, on each of the 90 days up to the day asked for and of the 90 after it.
-- One row: json with the member `days`.

with
calendar as (select as_of() + place as on_day from generate_series(-89, 90) place),
fell_due as (
  select i.due_on as on_day,
         sum(case when i.due_on <= as_of() then i.kobo
                  -- Of a coming instalment, what is still unpaid. A closed loan has none coming.
                  when n.status = 'running' then greatest(0, least(i.kobo, i.before + i.kobo - n.paid))
                  else 0 end) as kobo
  from instalments i join now n using (loan_id) group by 1
),
came_in as (
  select m.on_day, sum(m.kobo) as kobo from money m join now n using (loan_id)
  where m.on_day <= as_of() group by 1
)
select json_build_object('days', json_agg(json_build_object('on', c.on_day::text,
  'due', naira(coalesce(d.kobo, 0)), 'paid', naira(coalesce(p.kobo, 0))) order by c.on_day)) as figures
from calendar c left join fell_due d using (on_day) left join came_in p using (on_day);
