-- What the figures have in common, from the definitions in docs/book.md ("What is counted").
-- Needs: events(loan_id text, seq int, body jsonb), the raw events of all files,
--        asked(as_of date, known_at timestamptz), one row: the day of the figures and the time of the knowledge.
-- Makes temporary tables. Amounts are whole kobo, days are days in Lagos.

create function lagos_day(instant timestamptz) returns date immutable language sql
  as $$ select (instant at time zone 'Africa/Lagos')::date $$;

create function as_of() returns date stable language sql as $$ select as_of from asked $$;

create function known_at() returns timestamptz stable language sql as $$ select known_at from asked $$;

-- Naira, as reports state them, in kobo.
create function kobo(naira jsonb) returns bigint immutable language sql
  as $$ select round((naira #>> '{}')::numeric * 100)::bigint $$;

-- Kobo in naira, as figures state them.
create function naira(kobo numeric) returns float8 immutable language sql as $$ select kobo::float8 / 100 $$;

-- A part of a whole, from 0 to 1. 0 if the whole is nothing.
create function share(part numeric, whole numeric) returns float8 immutable language sql
  as $$ select case when whole = 0 then 0 else part::float8 / whole::float8 end $$;

-- Known events ------------------------------------------------------------------------------------------------------

-- A file knows an event from its time on, but never earlier than the event before it.
create temp table file_events on commit drop as
select loan_id, seq, body, body ->> 'type' as type,
       max(date_trunc('second', (body ->> 'at')::timestamptz)) over (partition by loan_id order by seq) as known
from events;

-- Everything below is derived from what was known by the time asked for.
create temp table known_events on commit drop as
select *, lagos_day(known) as known_on from file_events where known <= known_at();
create index on known_events (loan_id, seq);
analyze known_events;

-- Manual debits -----------------------------------------------------------------------------------------------------

-- The state of a debit after an event. What has ended stays ended, and what comes too late changes nothing.
create function debit_after(state text, event jsonb) returns text immutable language sql as $$
  select case event ->> 'type'
    when 'debit.intended' then coalesce(state, 'intended')
    when 'debit.scheduled' then
      case when state in ('intended', 'unknown', 'parked') then 'scheduled' else state end
    when 'debit.unknown' then case when state = 'intended' then 'unknown' else state end
    when 'debit.parked' then case when state in ('intended', 'scheduled', 'unknown') then 'parked' else state end
    when 'debit.refused' then case when state in ('intended', 'unknown', 'parked') then 'refused' else state end
    when 'debit.settled' then
      case when state in ('intended', 'scheduled', 'unknown', 'parked') then 'settled' else state end
    else state
  end
$$;
create aggregate debit_state(jsonb) (sfunc = debit_after, stype = text);

create temp table debit_steps on commit drop as
select *, lag(state) over (partition by loan_id, debit_id order by seq) as state_before
from (
  select loan_id, seq, known, type, body, body ->> 'debitId' as debit_id,
         debit_state(body) over (partition by loan_id, body ->> 'debitId' order by seq) as state
  from known_events
  where type like 'debit.%'
) steps;

-- Money that instalments show ---------------------------------------------------------------------------------------

-- What an event adds to its instalment: only what is above everything that was filed for it before.
create temp table collections on commit drop as
select loan_id, seq, known, known_on, body, body ->> 'instalmentReference' as reference,
       greatest(0, collected - coalesce(most_before, 0)) as added
from (
  select *, max(collected) over (
           partition by loan_id, body ->> 'instalmentReference' order by seq
           rows between unbounded preceding and 1 preceding) as most_before
  from (select *, (body ->> 'collected')::bigint as collected from known_events where type = 'collection.confirmed') c
) with_before;

-- All attempts, one row for each time. Equal attempts on days in a row share an entry: `at` holds the times of the
-- first day, and `dailyUntil` is the last day. Both are in UTC.
create temp table attempts on commit drop as
select c.loan_id, c.seq, c.known, c.reference, c.added, t.at, lagos_day(t.at) as on_day,
       a.facts ->> 'status' = 'successful' as taken, (a.facts ->> 'amount')::bigint as kobo,
       a.facts ->> 'code' as code, a.facts ->> 'bank' as bank, a.facts ->> 'account' as account,
       (a.facts ->> 'position')::int as position,
       row_number() over (partition by c.loan_id, c.seq order by t.at, a.place, t.place) as place
from collections c,
     jsonb_array_elements(coalesce(c.body -> 'attempts', '[]')) with ordinality as a (facts, place),
     lateral (
       select time.text::timestamptz + more * interval '24 hours' as at, time.place
       from jsonb_array_elements_text(a.facts -> 'at') with ordinality as time (text, place),
            generate_series(0, coalesce(
              (a.facts ->> 'dailyUntil')::date - left(a.facts #>> '{at,0}', 10)::date, 0)) more
     ) t;

-- The successful attempts of an event, the earliest first, account for what it adds. Each takes at most its amount.
create temp table explained on commit drop as
select loan_id, seq, on_day, least(kobo, added - before) as kobo
from (
  select *, coalesce(sum(kobo) over (
           partition by loan_id, seq order by place rows between unbounded preceding and 1 preceding), 0) as before
  from attempts where taken
) successes
where added > before;

-- Money that the platform took, and no instalment shows yet ---------------------------------------------------------

create temp table running on commit drop as
with shown as (
  -- The sum of the instalments after each event.
  select e.loan_id, e.seq, e.known_on, e.type, e.body,
         coalesce(sum(c.added) over file, 0) as shown,
         -- Only a debit that ends by this event adds to what debits took.
         coalesce(sum((d.body ->> 'collected')::bigint)
           filter (where d.state = 'settled' and d.state_before <> 'settled') over file, 0) as by_debits
  from known_events e
  left join collections c using (loan_id, seq)
  left join debit_steps d using (loan_id, seq)
  window file as (partition by e.loan_id order by e.seq)
),
stated as (
  -- What mandate and instalments state: it never falls.
  select *, max(greatest(shown, case when type = 'mandate.read' then (body ->> 'collected')::bigint else 0 end))
              over (partition by loan_id order by seq) as stated
  from shown
),
began as (
  -- What the platform had taken when the file began, after the events that an adoption brought along.
  select s.loan_id, s.seq, s.stated
  from stated s join known_events opened on opened.loan_id = s.loan_id and opened.seq = 1
  where s.seq = 1 + coalesce((opened.body ->> 'broughtAlong')::int, 0)
)
select s.loan_id, s.seq, s.known_on, s.type, s.body, s.shown,
       greatest(s.stated, coalesce(case when s.seq >= b.seq then b.stated end, 0) + s.by_debits) - s.shown as gap
from stated s left join began b using (loan_id);

-- The gap grows and shrinks like a stack: what is shown first is what came last.
create temp table unexplained on commit drop as
select loan_id, seq, on_day, greatest(0, least(gap, lowest_since) - gap_before) as kobo
from (
  select loan_id, seq, gap,
         coalesce(lag(gap) over file, 0) as gap_before,
         min(gap) over (
           partition by loan_id order by seq rows between current row and unbounded following) as lowest_since,
         case when type = 'debit.settled' then least(known_on, (
           select (i.body ->> 'debitDate')::date from known_events i
           where i.loan_id = running.loan_id and i.type = 'debit.intended'
             and i.body ->> 'debitId' = running.body ->> 'debitId' limit 1)) else known_on end as on_day
  from running
  window file as (partition by loan_id order by seq)
) steps
where gap > gap_before;

-- All money, each amount with its day -------------------------------------------------------------------------------

create temp table money on commit drop as
select loan_id, seq, on_day, kobo,
       case when is_found then 'found' else 'collected' end as kind
from explained join (select loan_id, seq, body ->> 'isFound' is not null as is_found from collections) c
     using (loan_id, seq)
union all
-- What no attempt of the event accounts for is of the event's own date.
select c.loan_id, c.seq, (c.body ->> 'date')::date, c.added - coalesce(e.kobo, 0),
       case when c.body ->> 'isFound' is not null then 'found' else 'collected' end
from collections c
left join (select loan_id, seq, sum(kobo)::bigint as kobo from explained group by 1, 2) e using (loan_id, seq)
where c.added > coalesce(e.kobo, 0)
union all
select loan_id, seq, on_day, kobo, 'unexplained' from unexplained where kobo > 0
union all
select loan_id, seq, (body ->> 'date')::date, (body ->> 'amount')::bigint, 'elsewhere'
from known_events where type = 'repayment.recorded'
union all
select loan_id, seq, (body ->> 'date')::date, -(body ->> 'amount')::bigint,
       case body ->> 'of' when 'collection' then 'refunded' else 'bounced' end
from known_events where type = 'repayment.reversed';

-- What had come in when an event was filed, less what had gone back, of whatever days.
create temp table received on commit drop as
select r.loan_id, r.seq,
       r.shown + r.gap + coalesce(sum(case r.type
         when 'repayment.recorded' then (r.body ->> 'amount')::bigint
         when 'repayment.reversed' then -(r.body ->> 'amount')::bigint
         else 0 end) over (partition by r.loan_id order by r.seq), 0) as kobo
from running r;

-- Terms -------------------------------------------------------------------------------------------------------------

-- The day that is so many periods after the first one. A day that a month lacks becomes the first of the next month.
create function due_day(first date, period text, count int) returns date immutable language sql as $$
  select case period
    when 'daily' then first + count
    when 'weekly' then first + 7 * count
    else (
      select case when extract(day from found) < extract(day from first) then found + 1 else found end
      from (select (first + case period when 'monthly' then count * interval '1 month'
                                        else count * interval '1 year' end)::date as found) f)
  end
$$;

create temp table opened on commit drop as
select loan_id, known, known_on, body -> 'terms' as terms, body ? 'adopted' as is_adopted
from known_events where seq = 1 and type = 'loan.opened';

-- The lines of all terms. Those without a breakdown split the total evenly, and the last line has the remainder.
create temp table term_lines on commit drop as
select loan_id, 1 as seq, (line ->> 'dueDate')::date as due_on, (line ->> 'amount')::bigint as kobo
from opened, jsonb_array_elements(terms -> 'breakdown') line
where terms ? 'breakdown'
union all
select loan_id, 1, due_on,
       case when place < lines then total / lines else total - (lines - 1) * (total / lines) end
from (
  select loan_id, due_on, (terms ->> 'totalAmountDue')::bigint as total,
         row_number() over (partition by loan_id order by due_on) as place,
         count(*) over (partition by loan_id) as lines
  from opened,
       -- There are at most as many periods as days.
       generate_series(0, (terms ->> 'endDate')::date - (terms ->> 'startDate')::date) count,
       lateral (select due_day((terms ->> 'startDate')::date, terms ->> 'period', count) as due_on) d
  where not terms ? 'breakdown' and due_on <= (terms ->> 'endDate')::date
) even
union all
select loan_id, seq, (line ->> 'dueDate')::date, kobo(line -> 'amount')
from known_events, jsonb_array_elements(body #> '{report,content,schedule}') line
where type = 'report.filed' and body #>> '{report,event}' = 'loan.restructured';

-- Each terms of a loan, in the order of their recording: the day from which they count, and what was settled before.
create temp table terms on commit drop as
with recursive listed as (
  select loan_id, 1 as seq, known_on as recorded_on,
         case when is_adopted then known_on else '-infinity'::date end as counts_from, 0::bigint as received
  from opened
  union all
  select e.loan_id, e.seq, e.known_on, coalesce((e.body ->> 'effectiveOn')::date, e.known_on), r.kobo::bigint
  from known_events e join received r on r.loan_id = e.loan_id and r.seq = e.seq - 1
  where e.type = 'report.filed' and e.body #>> '{report,event}' = 'loan.restructured'
),
numbered as (
  select l.*, row_number() over (partition by loan_id order by seq) as no,
         (select sum(kobo)::bigint from term_lines t where t.loan_id = l.loan_id and t.seq = l.seq) as lines
  from listed l
),
summed as (
  select *, 0::bigint as settled from numbered where no = 1
  union all
  -- Settled: what the terms before asked for, as far as it had come in.
  select n.*, least(b.settled + b.lines, n.received) from numbered n
  join summed b on b.loan_id = n.loan_id and n.no = b.no + 1
)
select loan_id, seq, no, recorded_on, counts_from, settled, settled + lines as due from summed;

-- Each line with what its terms had due before it, and the lines that are due in total with it.
create temp table schedule on commit drop as
select loan_id, seq, due_on, l.kobo, t.settled
         + coalesce(sum(l.kobo) over (partition by loan_id, seq order by due_on
             rows between unbounded preceding and 1 preceding), 0)::bigint as before
from term_lines l join terms t using (loan_id, seq);

create index on terms (loan_id);
create index on schedule (loan_id, seq);
create index on money (loan_id, on_day);

-- The terms that count on a day: of those that count from it or from before, what was recorded last.
create function terms_on(loan text, day date) returns int stable language sql as $$
  select max(seq) from terms where loan_id = loan and counts_from <= day
$$;

-- The instalments of the book. On each due day up to the day asked for, the terms of that due day decide. Terms that
-- count from a later day do not exist yet.
create temp table instalments on commit drop as
select * from schedule where seq = terms_on(loan_id, least(due_on, as_of()));

-- Beginning and end -------------------------------------------------------------------------------------------------

create temp table disbursed on commit drop as
select loan_id, (body #>> '{report,content,date}')::date as on_day, kobo(body #> '{report,content,amount}') as kobo
from known_events where type = 'report.filed' and body #>> '{report,event}' = 'loan.disbursed';

create temp table closed on commit drop as
select e.loan_id, (e.body #>> '{report,content,closeDate}')::date as on_day,
       -- Whatever it was called: a loan that owed something was written off.
       e.body #>> '{report,content,finalStatus}' = 'written_off'
         or r.kobo < (select due from terms t where t.loan_id = e.loan_id and t.seq < e.seq order by t.seq desc limit 1)
         as is_written_off
from known_events e join received r on r.loan_id = e.loan_id and r.seq = e.seq - 1
where e.type = 'report.filed' and e.body #>> '{report,event}' = 'loan.closed';

-- How each loan stood at the end of a day ---------------------------------------------------------------------------

-- What came in by the end of a day, less what had gone back.
create function paid_by(loan text, day date) returns bigint stable language sql as $$
  select coalesce(sum(kobo), 0)::bigint from money where loan_id = loan and on_day <= day
$$;

-- Loans that had begun: disbursed, and with terms that count.
create function standing(day date) returns table (
  loan_id text, status text, due bigint, paid bigint, outstanding bigint, overpaid bigint, arrears bigint, dpd int
) stable language sql as $$
  with begun as (
    select d.loan_id, t.seq, t.settled, t.due, t.recorded_on, t.no, paid_by(d.loan_id, day) as paid,
           -- More may have gone back than came in. That alone makes nothing past due.
           greatest(0, paid_by(d.loan_id, day)) as pays,
           (select case when c.is_written_off then 'written-off' else 'repaid' end
            from closed c where c.loan_id = d.loan_id and c.on_day <= day) as ended
    from disbursed d join terms t on t.loan_id = d.loan_id and t.seq = terms_on(d.loan_id, day)
    where d.on_day <= day
  ),
  late as (
    select b.*,
           -- Money pays what was settled first, then the lines, the oldest first.
           greatest(0, b.settled + coalesce((
             select sum(s.kobo) from schedule s where s.loan_id = b.loan_id and s.seq = b.seq and s.due_on <= day), 0)
             - b.pays)::bigint as short,
           -- What had been settled is owed again since the recording of the terms.
           case when b.pays < b.settled then b.recorded_on else (
             select min(s.due_on) from schedule s
             where s.loan_id = b.loan_id and s.seq = b.seq and s.before + s.kobo > b.pays) end as since
    from begun b
  )
  select loan_id, coalesce(ended, 'running'), due, paid,
         greatest(0, due - paid), greatest(0, paid - due),
         case when owes then short else 0 end, case when owes and short > 0 then day - since else 0 end
  from (
    -- Terms ask for nothing before the day of their recording, although they may count from an earlier day.
    select *, ended is null and (no = 1 or day >= recorded_on) as owes from late
  ) l
$$;

create function bucket(dpd int) returns text immutable language sql as $$
  select case when dpd < 1 then '0' when dpd < 30 then '1-29' when dpd < 60 then '30-59'
              when dpd < 90 then '60-89' else '90+' end
$$;

create temp table now on commit drop as select * from standing(as_of());
