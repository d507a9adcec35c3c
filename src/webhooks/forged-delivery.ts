/** A delivery that no service sent: a receiver must refuse it. It names a mandate that cannot exist. */

const body = JSON.stringify({
  event: 'mandate.expired',
  data: { mandateId: '0'.repeat(24), message: 'forged by repaykit doctor' },
});

export function forgedRequest(url: string, signal?: AbortSignal): Request {
  const headers = { 'content-type': 'application/json', 'x-auth-signature': 'forged-by-repaykit-doctor' };
  return new Request(url, { method: 'POST', headers, body, redirect: 'manual', ...(signal && { signal }) });
}
