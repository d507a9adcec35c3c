-- Money that became known by asking, before a notification reported it. One row: json with the member `found`.

select json_build_object('found', json_build_object(
  'movements', count(*) filter (where kind = 'found'),
  'amount', naira(coalesce(sum(kobo) filter (where kind = 'found'), 0)),
  'shareOfCollected', share(coalesce(sum(kobo) filter (where kind = 'found'), 0), coalesce(sum(kobo), 0)))) as figures
from money
where kind in ('collected', 'found') and on_day <= as_of();
