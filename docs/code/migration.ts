// Adopts the loans of another system: first in a dry run, then into the real store.
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

// The other system has three loans with mandates, and has collected.
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
const mandate = await kit.mandates.get(mandateId);
const breakdownId = mandate.repaymentDetails?.breakdown[0]?._id ?? '';
const attempts = await kit.collections.attempts(mandateId, breakdownId);
// #endregion read

assert.equal(mandate.collectedAmount, 30_000);
assert.equal(attempts[0]?.responseCode, '00');

// #region both
const receiver: Receiver = receive({
  verify: sharedSecret({ secrets: ['whsec_repaykit'] }),
  inbox: memoryInbox(),
  confirm: kit,
});

type OldHandler = (request: Request) => Promise<unknown>;

async function bothReceive(request: Request, oldHandler: OldHandler) {
  const copy = request.clone();
  const answer = await receiver(request);
  if (answer.ok) await oldHandler(copy); // must skip adopted loans
  return answer;
}
// #endregion both

// #region input
function inputFor(row: OldRow): AdoptLoanInput {
  const { transfer, bureauHasIt: reported } = row;
  return {
    loanId: row.id,
    mandateId: row.mandateId,
    payer: row.payer,
    terms: row.terms,
    consent: row.consent,
    primaryAccount: row.accounts.primary,
    backupAccounts: row.accounts.backups,
    chosenBy: row.chosenBy,
    ...(transfer && { disbursement: { ...transfer, reported } }),
    repayments: row.paidOutside,
    adoptedBy: 'operations',
    reason: 'moved from the first system',
    evidence: row.documents, // [{ name: 'consent.pdf', sha256 }]
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
async function adoptAll(into: RepayKit, rows: readonly OldRow[]) {
  const refused: { id: string; why: string }[] = [];
  const queue = rows.values();
  const work = async () => {
    for (const row of queue)
      try {
        await into.loans.adopt(inputFor(row));
      } catch (error) {
        if (!(error instanceof RepayKitError) || error.retryable) throw error;
        refused.push({ id: row.id, why: error.message }); // nothing written
      }
  };
  await Promise.all(Array.from({ length: 8 }, work)); // 8 loans at once
  return refused;
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

const print = (text: string) => void said.push(text);
const said: string[] = [];
const real = rows;
{
  const [first, second, ...others] = real as [OldRow, OldRow, ...OldRow[]];
  const terms = { ...second.terms, totalAmountDue: 95_000 };
  const rows = [first, { ...second, terms }, ...others];
  // #region dry-run
  const rehearsal = new RepayKit({ ...service, store: memoryStore() });
  for (const { id, why } of await adoptAll(rehearsal, rows))
    print(`${id}: ${why}`); // old-2: … totalAmountDue differs …
  await rehearsal.close();
  // #endregion dry-run
}
assert.equal(said.length, 1);
assert.match(said[0] ?? '', /^old-2: .*totalAmountDue differs/);

assert.deepEqual(await adoptAll(kit, rows), []);
assert.deepEqual(await adoptAll(kit, rows), []); // again: nothing changes

// #region run
const loan = await kit.loans.get('old-1');
for (const { key } of await kit.loans.duties(loan)) print(key);
// complete-evidence:choice
// complete-evidence:disbursement
// complete-evidence:repayments
// #endregion run

assert.ok(loan.stage === 'collecting' && loan.balances.collected === 30_000);
assert.deepEqual(loan.adopted, {
  adoptedBy: 'operations',
  reason: 'moved from the first system',
});
assert.deepEqual(said.slice(1), [
  'complete-evidence:choice',
  'complete-evidence:disbursement',
  'complete-evidence:repayments',
]);

const { baseline, failed, heldElsewhere } = await reconcile(kit, {
  inbox: receiver,
  all: true,
  baseline: true,
});
assert.deepEqual({ failed, heldElsewhere }, { failed: 0, heldElsewhere: 0 });
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
