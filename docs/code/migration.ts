// Loans that another system began, taken over one by one with their evidence; tried on a copy first, and as often as it takes.
import assert from 'node:assert/strict';
import {
  type AdoptLoanInput,
  DISCLAIMER,
  memoryStore,
  RepayKit,
  RepayKitError,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';
import {
  memoryInbox,
  type Receiver,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';
import { reconcile } from 'repaykit/worker';

// What another system has done: three loans with mandates at the service, of which it collected.
const old = await createTestKit();
const oldLoans = [
  await old.loanAt('collecting'),
  await old.loanAt('collecting', { mode: 'manual' }),
  await old.loanAt('verified'),
];
await old.clock.advance({ months: 1, hours: 1 });

const { server, clock } = old;
const { appId, businessId } = await old.controls.merchant();
const segments = { mandate: 'mandates', discovery: 'discovery' };
const service = {
  baseUrl: server.url,
  appId,
  businessId,
  publicKey: 'pk_test_repaykit',
  secretKey: 'sk_test_repaykit',
  segments,
  transport: server.dispatcher,
  clock,
};
const kit = new RepayKit({ ...service, store: memoryStore() });

// #region read
const mandateId = oldLoans[0]?.mandateId ?? ''; // from your own table
const mandate = await kit.mandates.get(mandateId); // any mandate of the business, no loan needed
const attempts = await kit.collections.attempts(
  mandateId,
  mandate.repaymentDetails?.breakdown[0]?._id ?? '',
);
assert.equal(mandate.collectedAmount, 30_000);
assert.equal(attempts[0]?.responseCode, '00');
// #endregion read

// #region both
const receiver: Receiver = receive({
  verify: sharedSecret({ secrets: ['whsec_repaykit'] }),
  inbox: memoryInbox(),
  confirm: kit,
});

/** Behind your webhook route until the last loan is adopted: there is one URL, and both systems need every webhook. */
async function bothReceive(
  request: Request,
  oldHandler: (request: Request) => Promise<unknown>,
): Promise<Response> {
  const copy = request.clone();
  const answer = await receiver(request); // of mandates that it does not know it says 200 and does nothing
  if (answer.ok) await oldHandler(copy); // leaves mandates alone that were adopted
  return answer;
}
// #endregion both

// #region input
/** One loan as your own tables have it. */
function inputFor(row: OldRow): AdoptLoanInput {
  return {
    loanId: row.id,
    mandateId: row.mandateId,
    payer: row.payer,
    terms: row.terms, // as the mandate was placed, with its breakdown where that is not even
    consent: row.consent, // captured then: all five scopes with their times and addresses, and the words of that day
    primaryAccount: row.accounts.primary,
    backupAccounts: row.accounts.backups,
    chosenBy: row.chosenBy,
    ...(row.transfer
      ? { disbursement: { ...row.transfer, reported: row.bureauHasIt } }
      : {}),
    repayments: row.paidOutside,
    adoptedBy: 'operations',
    reason: 'moved from the first system',
    evidence: row.documents, // [{ name: 'consent.pdf', sha256 }]: names count by how they begin, the files stay with you
  };
}
// #endregion input

interface OldRow
  extends Pick<
    AdoptLoanInput,
    'mandateId' | 'payer' | 'terms' | 'consent' | 'chosenBy'
  > {
  readonly id: string;
  readonly accounts: {
    readonly primary: AdoptLoanInput['primaryAccount'];
    readonly backups: AdoptLoanInput['backupAccounts'];
  };
  readonly transfer?: {
    readonly amount: number;
    readonly date: string;
    readonly reference: string;
  };
  readonly bureauHasIt: boolean;
  readonly paidOutside: NonNullable<AdoptLoanInput['repayments']>;
  readonly documents: AdoptLoanInput['evidence'];
}

// #region batch
interface BatchReport {
  adopted: number;
  readonly refused: { readonly id: string; readonly why: string }[];
}

/** Adopts all rows, so many at once, in any number of runs: what is on file already is answered as it is. */
async function adoptAll(
  into: RepayKit,
  rows: Iterable<OldRow>,
  atOnce = 8,
): Promise<BatchReport> {
  const report: BatchReport = { adopted: 0, refused: [] };
  const queue = (function* () {
    yield* rows;
  })();
  const work = async () => {
    for (const row of queue) {
      try {
        await into.loans.adopt(inputFor(row));
        report.adopted += 1;
      } catch (error) {
        if (!(error instanceof RepayKitError) || error.retryable) throw error; // mend it, and run again from the beginning
        report.refused.push({ id: row.id, why: error.message }); // for a person; nothing was written
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work)); // each takes the next row that nobody took
  return report;
}
// #endregion batch

const grantedAt = '2026-01-05T08:00:00Z';
const scopes = (
  [
    'accountDiscovery',
    'mandatePlacement',
    'automatedDebit',
    'bureauReporting',
    'cascadeDebit',
  ] as const
).map((scope) => ({
  ...{ scope, grantedAt, ipAddress: '203.0.113.7' },
}));
const people = await Promise.all(
  oldLoans.map(
    async (loan) => (await old.controls.readMandate(loan.mandateId)).mandate,
  ),
);
const rows: OldRow[] = oldLoans.map((loan, index) => ({
  id: `old-${index + 1}`,
  mandateId: loan.mandateId,
  payer: {
    payerId: `P-${index + 1}`,
    bvn: people[index]?.bvn ?? '',
    ...{
      name: 'Sample Payer',
      email: `payer-${index + 1}@example.com`,
      mobileNumber: '08030000001',
      address: '1 Broad Street, Lagos',
    },
  },
  terms: loan.terms,
  consent: {
    scopes,
    channel: 'branch',
    language: 'en',
    notice: {
      version: '3',
      text: `We debit the accounts you choose on your due dates. ${DISCLAIMER}`,
    },
  },
  accounts: {
    primary: loan.primaryAccount,
    backups: loan.backupAccounts.map(({ accountNumber, bankCode }) => ({
      accountNumber,
      bankCode,
    })),
  },
  chosenBy: { ipAddress: '203.0.113.7', at: grantedAt },
  ...(loan.stage === 'collecting'
    ? {
        transfer: {
          amount: 80_000,
          date: '2026-01-05',
          reference: `TRF-${index}`,
        },
      }
    : {}),
  bureauHasIt: true,
  paidOutside: [],
  documents: [{ name: 'consent.pdf', sha256: 'ab'.repeat(32) }],
}));

// #region dry-run
const rehearsal = new RepayKit({ ...service, store: memoryStore() }); // the same client over a store that forgets
const wrong = rows.map((row, index) =>
  index === 1
    ? { ...row, terms: { ...row.terms, totalAmountDue: 95_000 } }
    : row,
);
const dry = await adoptAll(rehearsal, wrong); // asks the service, sends nothing that changes anything
assert.equal(dry.adopted, 2);
assert.match(
  dry.refused[0]?.why ?? '',
  /totalAmountDue differs.*\(adoption-agrees/,
);
await rehearsal.close();
// #endregion dry-run

// #region run
assert.deepEqual(await adoptAll(kit, rows), { adopted: 3, refused: [] });
assert.deepEqual(await adoptAll(kit, rows), { adopted: 3, refused: [] }); // again: nothing changes

const loan = await kit.loans.get('old-1');
assert.ok(loan.stage === 'collecting' && loan.balances.collected === 30_000);
assert.deepEqual(loan.adopted, {
  adoptedBy: 'operations',
  reason: 'moved from the first system',
});
const missing = (await kit.loans.duties(loan)).filter(
  ({ duty }) => duty === 'complete-evidence',
);
assert.deepEqual(
  missing.map(({ key }) => key),
  [
    'complete-evidence:choice',
    'complete-evidence:disbursement',
    'complete-evidence:repayments',
  ],
);
// #endregion run

// #region baseline
const { baseline, failed, heldElsewhere } = await reconcile(kit, {
  inbox: receiver,
  all: true,
  baseline: true,
});
assert.deepEqual({ failed, heldElsewhere }, { failed: 0, heldElsewhere: 0 }); // else run it again before a worker runs
// #endregion baseline
assert.equal(typeof baseline, 'number');

const notified: string[] = [];
const { body } = {
  body: JSON.stringify({
    event: 'mandate.activated',
    data: { mandateId: 'f'.repeat(24) },
  }),
};
const headers = {
  'content-type': 'application/json',
  'x-auth-signature': 'whsec_repaykit',
};
const received = new Request('http://localhost/webhooks', {
  method: 'POST',
  headers,
  body,
});
assert.equal(
  (
    await bothReceive(received, async (request) =>
      notified.push(await request.text()),
    )
  ).status,
  200,
);
assert.deepEqual(notified, [body]);
await receiver.settled();
await kit.close();
await old.close();
