import type { Transport, TransportRequest } from '../../src/http/transport.ts';

/** A statement of the first test BVN, which the test does not read. */
export function statementOf() {
  return {
    bvn: '12345678901',
    accountName: 'SAMPLE BORROWER',
    accountNumber: '0123456789',
    accountType: 'savings',
    bankName: 'Sample Bank',
    bankCode: '50211',
    statement: Buffer.from('%PDF-1.7\n'),
  };
}

/** An upload as it travelled: the fields of its form, a file as its text, and the answer. */
export interface Upload {
  readonly form: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** Reads the forms that go out over a transport. */
export function formsOver(inner: Transport): { readonly transport: Transport; readonly seen: readonly Upload[] } {
  const seen: Upload[] = [];
  const send = async (request: TransportRequest) => {
    const chunks: Uint8Array[] = [];
    if (typeof request.body === 'object') for await (const chunk of request.body) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const answer = await inner.send({
      ...request,
      signal: request.signal,
      onEnd: (end) => request.onEnd(end),
      leaving: () => request.leaving(),
      body: once(bytes),
    });
    const form = await new Response(bytes, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const fields = await Promise.all(
      [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()] as const),
    );
    seen.push({ form: Object.fromEntries(fields), answer: JSON.parse(answer.body) });
    return answer;
  };
  return { transport: { ...inner, send, close: () => inner.close() }, seen };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
