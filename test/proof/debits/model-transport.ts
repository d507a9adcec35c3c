import { formatInstant, type Instant } from '../../../src/domain/calendar.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../../src/http/transport.ts';
import type { Dice } from './dice.ts';
import { failsToAnswer, type RequestLuck } from './luck.ts';
import { ModelMandate, type Put } from './service-model.ts';

/** What the transport asks the player. */
export interface Scene {
  now(): Instant;
  /** The luck of the next request to debit. */
  drawLuck(): RequestLuck;
  /** Chance of everything else. */
  dice(): Dice;
  /** A request to debit met its fate. */
  onPut(put: Put): void;
  /** The sender's process ends here. */
  crash(): void;
  /** The sender's machine stands still for so long, while others go on. */
  suspend(ms: number): Promise<void>;
  /** Do the service's answers reach the process that runs now with their `date`? */
  isDated(): boolean;
  /** Is the loan still being placed? Then nothing goes wrong yet. */
  isEntering(): boolean;
}

interface DebitBody {
  readonly mandateId: string;
  readonly amount: number;
  readonly debitDate: string;
}

const refusal = { status: false, error: true, message: 'No', data: { code: 'refused' } };

/** Failures of services and of what stands before them. Each is answered whether the debit was booked or not. */
const failures: readonly (readonly [status: number, body: object | string])[] = [
  [200, { status: false, error: true, message: 'Request timed out' }],
  [200, { statusCode: 500, message: 'No', error: 'Internal Server Error' }],
  [200, { status: 504, error: 'gateway timeout' }],
  [201, refusal],
  [400, { ...refusal, statusCode: 504 }],
  [400, { status: false, message: 'No', data: { error: { code: '502' } } }],
  [400, { success: false, message: 'No' }],
  [409, { ...refusal, data: { transactionRefence: 'earlier' } }],
  [422, { ...refusal, data: { responseCode: '09' } }],
  [401, ''],
  [403, '<html>Forbidden</html>'],
  [404, { message: 'no Route matched' }],
  [429, { message: 'API rate limit exceeded' }],
  ...[302, 402, 406, 408, 410, 421, 423, 424, 425, 444, 451, 460, 499, 500, 502, 503, 504, 520, 599].map(
    (status) => [status, refusal] as const,
  ),
];

const ACCOUNT = { accountNumber: '0200000011', bankCode: '058' };

/** The model behind the client's own transport: the client is the real one, and cannot see the difference. */
export class ModelTransport implements Transport {
  readonly reportsLeaving = true;
  readonly mandates = new Map<string, ModelMandate>();
  readonly #byBvn = new Map<string, ModelMandate>();
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#answer(request);
    return this.#scene.isDated()
      ? { ...response, headers: { ...response.headers, date: new Date(this.#scene.now()).toUTCString() } }
      : response;
  }

  async #answer(request: TransportRequest): Promise<TransportResponse> {
    const { path } = request;
    const question = path.indexOf('?');
    const route = question < 0 ? path : path.slice(0, question);
    const query = question < 0 ? undefined : new URLSearchParams(path.slice(question + 1));
    const body = typeof request.body === 'string' ? JSON.parse(request.body) : {};
    if (route.endsWith('/manual/activate')) return this.#debit(request, body);
    request.leaving();
    if (!this.#scene.isEntering() && failsToAnswer(this.#scene.dice())) return answer(503, undefined);
    return answer(200, this.#answerTo(route, query ?? new URLSearchParams(), body));
  }

  async close(): Promise<void> {}

  /** Forgets all mandates. */
  forget(): void {
    this.mandates.clear();
    this.#byBvn.clear();
  }

  #answerTo(route: string, query: URLSearchParams, body: Readonly<Record<string, string>>): unknown {
    const now = this.#scene.now();
    if (route.endsWith('/discovery/'))
      return [{ ...ACCOUNT, bankName: 'Sample Bank', accountName: 'SAMPLE PAYER', active: true }];
    if (route.endsWith('/consent/create')) {
      const mandate = new ModelMandate(body.mandateId as string, body.bvn as string);
      this.mandates.set(mandate.mandateId, mandate);
      this.#byBvn.set(mandate.bvn, mandate);
      return { _id: body.mandateId };
    }
    if (route.endsWith('/micro-deposit/create/mandate'))
      return { mandate: { _id: body.mandateId, consents: [] }, transfer_destinations: [] };
    if (route.endsWith('/get-mandate')) return mandateOf(this.#of(body.mandateId), now);
    if (route.endsWith('/collection-log')) return this.#of(query.get('mandateId')).records(now)[0] ?? null;
    if (route.endsWith('/installment')) return attemptsOf(this.#of(query.get('mandateId')), now);
    return this.#search(query.get('search') ?? '', now);
  }

  #search(search: string, now: Instant): unknown {
    const byBvn = this.#byBvn.get(search);
    if (byBvn) return byBvn.records(now);
    const mandate = this.mandates.get(search.slice(0, search.indexOf('-')));
    return mandate ? mandate.records(now).filter(({ transactionRefence }) => transactionRefence === search) : [];
  }

  #of(mandateId: string | null | undefined): ModelMandate {
    const mandate = this.mandates.get(mandateId ?? '');
    if (!mandate) throw new Error('The model was asked about a mandate that it does not have');
    return mandate;
  }

  async #debit(request: TransportRequest, body: DebitBody): Promise<TransportResponse> {
    const drawn = this.#scene.drawLuck();
    if (drawn.fate === 'suspended') {
      await this.#scene.suspend(drawn.bookingDelayMs);
      request.leaving();
    }
    const luck: RequestLuck = drawn.fate === 'suspended' ? { ...drawn, fate: 'answered', bookingDelayMs: 0 } : drawn;
    const mandate = this.#of(body.mandateId);
    const put = mandate.take(body, luck, this.#scene.now());
    this.#scene.onPut(put);
    if (luck.fate === 'unconnected') throw failure('ECONNREFUSED');
    if (luck.fate === 'crash-before' || luck.fate === 'crash-after') this.#scene.crash();
    request.leaving();
    switch (luck.fate) {
      case 'answered':
        return answer(200, {
          mandateId: body.mandateId,
          totalAmount: body.amount,
          outstandingBalance: 0,
          transactionRefence: put.reference,
          paymentStatus: 'pending',
          dueDate: formatInstant(put.booking?.endsAt ?? 0),
        });
      case 'refused':
        return answerWith(422, refusal);
      case 'failed-before':
      case 'failed-after': {
        const [status, failureBody] = failures[luck.failure % failures.length] ?? [502, ''];
        return answerWith(status, failureBody);
      }
      default:
        throw failure('ECONNRESET');
    }
  }
}

function mandateOf(mandate: ModelMandate, now: Instant): unknown {
  const collectedAmount = mandate.collected(now);
  return {
    _id: mandate.mandateId,
    businessId: '650000000000000000000002',
    reference: mandate.mandateId,
    bvn: mandate.bvn,
    status: 'active',
    totalAmountDue: TOTAL,
    outstandingBalance: TOTAL - collectedAmount,
    collectedAmount,
    startDate: '2026-02-01',
    endDate: '2026-12-31',
    frequency: 'monthly',
    collectionMode: 'manual',
    consents: [
      { _id: `consent-${mandate.mandateId}`, ...ACCOUNT, accountName: 'SAMPLE PAYER', primary: true, active: true },
    ],
    repaymentDetails: {
      breakdown: [
        {
          _id: BREAKDOWN,
          instalmentReference: 'only',
          dueDate: '2026-12-31',
          amount: TOTAL,
          amountCollected: collectedAmount,
          status: 'processing',
        },
      ],
    },
  };
}

function attemptsOf(mandate: ModelMandate, now: Instant): unknown {
  return mandate.attempts(now).map(({ reference, amount, taken, at }) => ({
    _id: `try-${reference}`,
    mandateId: mandate.mandateId,
    instalmentReference: 'only',
    ...ACCOUNT,
    amount: taken > 0 ? taken : amount,
    status: taken > 0 ? 'successful' : 'failed',
    responseCode: taken > 0 ? '00' : '51',
    responseMessage: taken > 0 ? 'Approved' : 'Insufficient funds',
    collectionType: 'manual',
    createdAt: formatInstant(at),
  }));
}

/** What each loan of the simulation owes, in naira: room enough for the doubles of those who double. */
export const TOTAL = 600_000;
const BREAKDOWN = '65f0a1b2c3d4e5f60718293b';

function answer(status: number, data: unknown): TransportResponse {
  const isFine = status === 200;
  return answerWith(status, { status: isFine, error: !isFine, message: null, data: data ?? null });
}

function answerWith(status: number, content: object | string): TransportResponse {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return { status, headers: { 'content-type': 'application/json' }, body, bodyBytes: body.length };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
