import { createHash, createHmac } from 'node:crypto';
import { contentHash } from '../../../loan-file/content-hash.ts';
import type { KeyProvider } from '../../../loan-file/keys.ts';

/**
 * A name for what a request sends: the same content has the same one. Keyed where keys are kept, because account numbers are few enough to be guessed.
 * A file counts with its bytes; a stream, which can be read only once, counts as any stream.
 */
export async function nameContent(operation: string, input: object, keys: KeyProvider | undefined): Promise<string> {
  const { statement, ...fields } = input as { readonly statement?: unknown };
  const name = contentHash({
    operation,
    fields,
    ...(statement === undefined ? {} : { statement: await nameSource(statement) }),
  });
  return keys
    ? createHmac('sha256', await keys.indexKey())
        .update(name)
        .digest('hex')
    : name;
}

async function nameSource(source: unknown): Promise<string> {
  if (typeof source === 'string') return nameFile(source);
  if (source instanceof Uint8Array) return createHash('sha256').update(source).digest('hex');
  if (typeof Blob === 'function' && source instanceof Blob)
    return nameSource(new Uint8Array(await source.arrayBuffer()));
  return 'a stream';
}

async function nameFile(path: string): Promise<string> {
  const { createReadStream } = await import('node:fs');
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    // The call itself will say what is wrong with it, and nothing leaves.
    return 'unreadable';
  }
}
