/* Notes what `import` resolves to; runs in a thread of its own. */
import { appendFileSync } from 'node:fs';

let record;

export function initialize(data) {
  record = data.record;
}

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  appendFileSync(record, `${resolved.url}\n`);
  return resolved;
}
