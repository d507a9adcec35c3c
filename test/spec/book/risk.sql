-- Summary, portfolio at risk, buckets and staging. One row: json with the members of the same names.

with
sums as (
  select count(*) filter (where status = 'running') as running,
         count(*) filter (where status = 'repaid') as repaid,
         count(*) filter (where status = 'written-off') as written_off,
         coalesce(sum(due), 0) as due,
         coalesce(sum(outstanding), 0) as outstanding,
         coalesce(sum(overpaid), 0) as overpaid,
         coalesce(sum(outstanding) filter (where status = 'running'), 0) as balance,
         coalesce(sum(arrears) filter (where status = 'running'), 0) as arrears,
         coalesce(sum(outstanding) filter (where status = 'written-off'), 0) as lost
  from now
),
-- The money of loans that have begun.
moved as (
  select coalesce(sum(kobo) filter (where kind in ('collected', 'found', 'unexplained')), 0) as collected,
         coalesce(sum(kobo) filter (where kind = 'elsewhere'), 0) as elsewhere,
         coalesce(-sum(kobo) filter (where kind in ('refunded', 'bounced')), 0) as reversed
  from money where on_day <= as_of() and loan_id in (select loan_id from now)
),
sent as (select coalesce(sum(kobo), 0) as disbursed from disbursed where loan_id in (select loan_id from now)),
at_risk as (
  select least_days, count(n.loan_id) as loans, coalesce(sum(n.outstanding), 0) as balance
  from (values (1), (7), (30), (60), (90)) as limits (least_days)
  left join now n on n.status = 'running' and n.dpd >= least_days
  group by least_days
),
held as (
  select name, count(n.loan_id) as loans, coalesce(sum(n.outstanding), 0) as balance,
         coalesce(sum(n.arrears), 0) as arrears
  from (values ('0'), ('1-29'), ('30-59'), ('60-89'), ('90+')) as names (name)
  left join now n on n.status = 'running' and bucket(n.dpd) = name
  group by name
),
staged as (
  select stage, count(n.loan_id) as loans, coalesce(sum(n.outstanding), 0) as balance
  from (values (1, 0, 29), (2, 30, 89), (3, 90, 1000000)) as stages (stage, low, high)
  left join now n on n.status = 'running' and n.dpd between low and high
  group by stage
)
select json_build_object(
  'summary', (select json_build_object(
    'loans', json_build_object('running', running, 'repaid', repaid, 'writtenOff', written_off),
    'disbursed', naira(disbursed), 'due', naira(due), 'collected', naira(collected),
    'repaidElsewhere', naira(elsewhere), 'reversed', naira(reversed), 'outstanding', naira(outstanding),
    'overpaid', naira(overpaid), 'balance', naira(balance), 'arrears', naira(arrears), 'writtenOff', naira(lost))
    from sums, moved, sent),
  'portfolioAtRisk', (select json_agg(json_build_object(
    'daysPastDue', least_days, 'loans', a.loans, 'balance', naira(a.balance),
    'shareOfBalance', share(a.balance, s.balance), 'shareOfLoans', share(a.loans, s.running)) order by least_days)
    from at_risk a, sums s),
  'buckets', (select json_agg(json_build_object(
    'bucket', name, 'loans', loans, 'balance', naira(balance), 'arrears', naira(arrears)) order by name) from held),
  'staging', (select json_agg(json_build_object(
    'stage', stage, 'loans', loans, 'balance', naira(balance)) order by stage) from staged)
) as figures;
