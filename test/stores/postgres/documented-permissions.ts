import { readFileSync } from 'node:fs';

/** The statements by which `docs/stores.md` gives an application its rights, for this schema and role. */
export function permissionsOfDocs({
  schema,
  role,
}: {
  readonly schema: string;
  readonly role: string;
}): readonly string[] {
  const [, block = ''] = /```sql\n(grant [\s\S]*?)```/.exec(readFileSync('docs/stores.md', 'utf8')) ?? [];
  return block
    .split(';')
    .map((statement) => statement.trim().replaceAll('repaykit_app', role).replaceAll('repaykit', schema))
    .filter((statement) => statement !== '');
}
