import type { PostgresClient } from '../../../src/stores/postgres/connection.ts';

const QUERIES = [
  `select 'table ' || c.relname || ' ' || coalesce(array_to_string(c.reloptions, ' '), '') || E'\\n' || string_agg(
      '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when 'a' then ' identity' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      || case when o.collname <> 'default' then ' collate ' || o.collname else '' end, E'\\n' order by a.attnum) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation o on o.oid = a.attcollation
    where c.relnamespace = $1::regnamespace and c.relkind = 'r' group by c.relname, c.reloptions order by c.relname`,
  // PostgreSQL 18 lists NOT NULL among the constraints; the columns say it already.
  `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = $1::regnamespace and contype in ('p', 'u', 'f', 'c') order by 1`,
  `select 'index ' || pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = $1::regnamespace order by 1`,
  `select 'trigger ' || t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = $1::regnamespace and not t.tgisinternal order by 1`,
  `select 'function ' || proname || '(' || pg_get_function_arguments(oid) || ') returns ' || pg_get_function_result(oid)
    || ' set ' || coalesce(array_to_string(proconfig, ', '), 'nothing') || E'\\n' || trim(prosrc) as line
    from pg_proc where pronamespace = $1::regnamespace order by proname`,
];

/** A schema as text, the same for the same schema whatever its name and the server's version. */
export async function describeDatabaseSchema(client: PostgresClient, schema: string): Promise<string> {
  const lines: string[] = [];
  for (const query of QUERIES) {
    const { rows } = await client.query(query, [schema]);
    // Sorted here, because servers sort by their own languages.
    lines.push(...(rows as readonly { readonly line: string }[]).map(({ line }) => line).sort());
  }
  return `${lines.join('\n').replaceAll(`"${schema}"`, '{schema}').replaceAll(`${schema}.`, '{schema}.').replace(/ +$/gm, '')}\n`;
}
