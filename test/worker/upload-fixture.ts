/** A lender who uploads statements to the reference server, and the deliveries that come of them, made by hand: the server's own come with its reader. */
import type { RepayKitOptions } from '../../src/client/options.ts';
import {
  createTestDelivery,
  type Inbox,
  memoryInbox,
  type Receiver,
  receive,
  sharedSecret,
} from '../../src/webhooks/index.ts';
import {
  type InboxOrReceiver,
  type StatementProgress,
  type StatementWant,
  type UploadAndWaitOptions,
  uploadAndWait,
} from '../../src/worker/index.ts';
import { createFixture, type Fixture } from '../journeys/fixture.ts';

const secret = 'whsec_repaykit';

/** Whose statement is uploaded: the person of the sample deliveries. */
export const person = {
  bvn: '22200000001',
  accountName: 'ADAEZE OKORO',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '058',
  statement: Buffer.from('%PDF-1.7\n%%EOF'),
};

/** The service's id of that person in the sample deliveries. */
export const BORROWER = '650000000000000000000030';

/** What events say about another payer. */
export const other = { bvn: '22200000002', accountNumber: '0123456780', borrowerId: '650000000000000000000031' };

/** A client that uploads, with receivers over one inbox. */
export interface UploadFixture {
  readonly fixture: Fixture;
  readonly inbox: Inbox<undefined>;
  /** Another process of the lender: a receiver of its own over the same inbox. */
  readonly elsewhere: Receiver<undefined>;
  /** Delivers a statement event, and waits until it was worked on. */
  deliver(
    kind: 'income_transaction' | 'income_insight' | 'income_insight_failure' | 'pdf_upload',
    fields?: object,
  ): Promise<void>;
  /** As {@link UploadFixture.deliver}, with a body of any form. */
  deliverBody(body: unknown): Promise<void>;
  /** Uploads and waits; `meanwhile` is done once the wait has begun. */
  wait<Want extends StatementWant>(
    options: UploadAndWaitOptions<Want>,
    how?: How,
  ): ReturnType<typeof uploadAndWait<Want>>;
  /** How many uploads reached the service. */
  uploads(): Promise<number>;
}

interface How {
  readonly meanwhile?: () => unknown;
  readonly inbox?: InboxOrReceiver;
  readonly input?: Partial<typeof person>;
}

/** Sets up a client that uploads; it is closed when the test is over. */
export async function uploadFixture(kit: Partial<RepayKitOptions> = {}): Promise<UploadFixture> {
  const fixture = await createFixture({ kit, receivesWebhooks: false });
  const inbox = memoryInbox();
  const elsewhere = receive({
    verify: sharedSecret({ secrets: secret }),
    inbox,
    confirm: fixture.kit,
    clock: fixture.server.clock,
  });
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-auth-signature': secret };
    const { status } = await elsewhere(
      new Request('https://merchant.example/webhooks', { method: 'POST', headers, body }),
    );
    if (status !== 200) throw new Error(`the receiver answered ${status}`);
    await elsewhere.settled();
  };
  return {
    fixture,
    inbox,
    elsewhere,
    deliver: (kind, fields = {}) => post(createTestDelivery(kind, fields, { secret }).body),
    deliverBody: (body) => post(JSON.stringify(body)),
    wait: (options, { meanwhile, inbox: place = inbox, input } = {}) => {
      let hasBegun = false;
      const onProgress = (progress: StatementProgress) => {
        options.onProgress?.(progress);
        if (progress.phase !== 'waiting' || hasBegun) return;
        hasBegun = true;
        void meanwhile?.();
      };
      return uploadAndWait(fixture.kit, place, { ...person, ...input }, { ...options, onProgress });
    },
    async uploads() {
      const { uploadStatement = 0, processIncome = 0 } = await fixture.requests();
      return uploadStatement + processIncome;
    },
  };
}
