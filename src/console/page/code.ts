/** A call as code: the curl line and the TypeScript call that do the same. */
import { base, hasToken } from './api.ts';
import { type ControlName, type Given, type Row, requestOf } from './fields.ts';
import { readView } from './view.ts';

export function codeOf(row: Row, input: Given): { readonly curl: string; readonly typescript: string } {
  return { curl: curlOf(row, input), typescript: typescriptOf(row, input) };
}

function curlOf(row: Row, input: Given): string {
  const { url, body } = requestOf(row, input);
  const { world } = readView().query;
  const address = quoted(new URL(url, location.origin + base).href);
  const parts = [
    row.method === 'GET' ? `curl ${address}` : `curl -X ${row.method} ${address}`,
    ...(world ? [`-H ${quoted(`x-repaykit-world: ${world}`)}`] : []),
    // The token itself stays in the tab.
    ...(hasToken() ? ['-H "x-repaykit-control: $CONTROL_TOKEN"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : []),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Calls that TypeScript has elsewhere. */
const elsewhere: Readonly<Partial<Record<ControlName, (input: Given) => string>>> = {
  readClock: () => 'clock.now()',
  health: () => 'clock.now()',
  moveClock: ({ advance, to }) =>
    to === undefined ? `clock.advance(${literal(advance)})` : `clock.to(${literal(to)})`,
};

function typescriptOf(row: Row, input: Given): string {
  const { world } = readView().query;
  const place = world ? `server.world(${literal(world)})` : 'server';
  // The same in every world.
  if (row.name === 'index' || row.name === 'openApi') return `await server.fetch(${literal(row.path)});`;
  const own = elsewhere[row.name as ControlName];
  if (own) return `await ${place}.${own(input)};`;
  const record = (of: string) => {
    const names = row.input.filter((field) => field.in === of && !/[.[]/.test(field.name)).map(({ name }) => name);
    const given = Object.fromEntries(names.filter((name) => name in input).map((name) => [name, input[name]]));
    if (names.length === 0 || (of !== 'path' && Object.keys(given).length === 0)) return [];
    return [literal(of !== 'body' && names.length === 1 ? input[names[0] ?? ''] : given)];
  };
  return `await ${place}.controls.${row.name}(${['path', 'query', 'body'].flatMap(record).join(', ')});`;
}

/** A value as TypeScript writes it. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([name, part]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(part)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
