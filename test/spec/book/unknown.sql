-- Manual debits of which no one knew the outcome. One row: json with the member `unknownDebits`.
-- Nothing but the file's knowledge makes them unknown: what it knew by the end of the day asked for, or by the time
-- asked for if that is earlier.

with
moment as (
  select least(known_at(), ((as_of() + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second') as at
),
steps as (
  select d.*, state in ('unknown', 'parked') as is_unknown,
         row_number() over (partition by loan_id, debit_id order by seq desc) as from_last
  from debit_steps d, moment where d.known <= moment.at
),
-- Unknown now, and since the first step after the last one in which it was not.
unknown as (
  select last.loan_id, last.debit_id, (
           select min(s.known) from steps s
           where s.loan_id = last.loan_id and s.debit_id = last.debit_id and s.seq > coalesce((
             select max(k.seq) from steps k
             where k.loan_id = s.loan_id and k.debit_id = s.debit_id and not k.is_unknown), 0)) as since
  from steps last where from_last = 1 and is_unknown
),
aged as (
  select floor(extract(epoch from moment.at - u.since) / 3600)::int as hours, (
           select (i.body ->> 'amount')::bigint from steps i
           where i.loan_id = u.loan_id and i.debit_id = u.debit_id and i.type = 'debit.intended' limit 1) as kobo
  from unknown u, moment
)
select json_build_object('unknownDebits', json_strip_nulls(json_build_object(
  'debits', count(*), 'amount', naira(coalesce(sum(kobo), 0)), 'oldestHours', max(hours),
  'byAge', json_build_object(
    'below1Day', count(*) filter (where hours < 24),
    'below3Days', count(*) filter (where hours >= 24 and hours < 72),
    'below7Days', count(*) filter (where hours >= 72 and hours < 168),
    'older', count(*) filter (where hours >= 168))))) as figures
from aged;
