import { onTestFinished } from 'vitest';
import {
  createReferenceServer,
  type ReferenceServer,
  type ReferenceServerOptions,
} from '../../../../src/server/index.ts';
import { type Reply, readReply, STARTS } from '../../merchant.ts';
import { type PrintedAccount, statementPdf } from './statement-pdf.ts';

/** Ada's account, printed with four entries. */
export const ADA: PrintedAccount = {
  name: 'ADA OBIORA',
  number: '0100000011',
  openingBalance: 20_000,
  entries: [
    { day: '2025-11-03', type: 'debit', narration: 'AIRTIME/MTN', amount: 1_500 },
    { day: '2025-11-25', type: 'credit', narration: 'SALARY NOVEMBER', amount: 250_000.75 },
    { day: '2025-12-02', type: 'debit', narration: 'NIP TRF TO MUSA/RENT', amount: 80_000 },
    { day: '2025-12-24', type: 'credit', narration: 'SALARY DECEMBER', amount: 250_000.75 },
  ],
};

export const FORM = {
  bvn: '22200000001',
  accountName: 'Ada Obiora',
  accountNumber: ADA.number,
  accountType: 'savings',
  bankName: 'Guaranty Trust Bank',
  bankCode: '058',
};

/** A webhook, read. */
export interface ReceivedEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into events of every kind
  readonly data: any;
}

/** A server, and a merchant who uploads statements to it and receives the results. */
export interface Uploader {
  readonly server: ReferenceServer;
  /** Every webhook so far, in order of arrival. */
  readonly received: ReceivedEvent[];
  /** Uploads a file; `fields` stand beside or in place of those of the form. */
  upload(
    operation: 'pdf-parser' | 'process-income',
    pdf?: Uint8Array,
    sent?: { readonly fields?: Record<string, string>; readonly token?: string },
  ): Promise<Reply>;
  /** Uploads and answers with the webhooks that came of it. */
  outcome(...given: Parameters<Uploader['upload']>): Promise<readonly ReceivedEvent[]>;
}

/** Starts a server whose webhooks are received; it is closed when the test is over. */
export function uploader(options: ReferenceServerOptions = {}): Uploader {
  const received: ReceivedEvent[] = [];
  const handler = async (request: Request) => {
    received.push((await request.json()) as ReceivedEvent);
    return new Response();
  };
  const server = createReferenceServer({ now: STARTS, webhook: { handler }, ...options });
  onTestFinished(() => server.close());
  const upload: Uploader['upload'] = async (
    operation,
    pdf = statementPdf(ADA),
    { fields = {}, token = 'pk_test_repaykit' } = {},
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...FORM, ...fields })) body.set(name, value);
    body.set('statement', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'statement.pdf');
    return readReply(await server.fetch(`/v1/income/api/${operation}`, { method: 'POST', headers: { token }, body }));
  };
  return {
    server,
    received,
    upload,
    outcome: async (...given) => {
      const before = received.length;
      const { status, text } = await upload(...given);
      if (status !== 200) throw new Error(`refused with ${status}: ${text}`);
      await server.controls.webhooks();
      return received.slice(before);
    },
  };
}
