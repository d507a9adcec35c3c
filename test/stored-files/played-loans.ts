/** What the lender of the fixtures did: loans in every state that a file can be in, and an inbox with every kind of delivery. */
import { type CollectingLoan, DISCLAIMER, type RepayKit } from '../../src/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/index.ts';
import { createTestDelivery, type Receiver } from '../../src/webhooks/index.ts';
import { type ReconcileReport, reconcile, runDue } from '../../src/worker/index.ts';
import {
  accountOf,
  autoTerms,
  claim,
  END,
  LEASE_MS,
  laterTerms,
  manualTerms,
  opening,
  type PayerId,
  payer,
} from './lender.ts';
import type { Scene } from './scene.ts';
import { walk } from './walked-loan.ts';

const file = async (scene: Scene, loanId: string) => (await scene.kit.loans.get(loanId)) as CollectingLoan;

/** Plays everything, until {@link END}. */
export async function playLoans(scene: Scene): Promise<void> {
  scene.receiveAs('clear');
  await walk(scene, {
    loanId: 'loan-clear',
    payerId: 'payer-1',
    terms: autoTerms,
    to: 'collecting',
    kit: scene.clearKit,
  });
  await deliver(scene, 'pdf_upload', holder('payer-1'));
  await scene.kit.checkpoint();
  await scene.moveTo('2026-02-01T09:00:00Z');
  scene.receiveAs('sealed');
  await repay(scene);
  await debitOnDemand(scene);
  await withdraw(scene);
  await collectWithoutWebhook(scene);
  await claimOnce(scene);
  await scene.kit.checkpoint();
  await leaveHalfWay(scene);
  await adopt(scene);
  await fillInbox(scene);
  await scene.moveTo(END);
  await leaveDebitOpen(scene);
  await lookAtEverything(scene);
  await erase(scene);
  await leaveUnconfirmed(scene);
  await leaveWorkHeld(scene);
  await scene.kit.checkpoint();
}

/** A loan that is repaid elsewhere and closed, and one that is abandoned. */
async function repay(scene: Scene): Promise<void> {
  const { kit } = scene;
  const loan = await walk(scene, { loanId: 'loan-signed', payerId: 'payer-3', terms: manualTerms, to: 'collecting' });
  const repaid = await kit.loans.recordRepayment(loan, { amount: 90_000, date: scene.today(), reference: 'CASH-1' });
  await kit.bureau.awaitReported(await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: scene.today() }));
  const begun = { loanId: 'loan-abandoned', payerId: 'payer-4', terms: laterTerms } as const;
  const opened = await kit.loans.open(opening(begun, scene.now()));
  await kit.loans.abandon(opened, { reason: 'the payer changed their mind' });
}

/** Asks the service about every loan, and records what it answers: asked again, it has nothing new to say. */
async function lookAtEverything({ kit, receiver, recorded, settled }: Scene): Promise<void> {
  for (const _time of ['to hear what is new', 'to record that nothing is']) {
    recorded.exchanges.clear();
    await lookAtLoans(kit, receiver);
    await settled();
  }
}

/** Reconciles every loan, due or not. */
export async function lookAtLoans(kit: RepayKit, inbox: Receiver): Promise<ReconcileReport> {
  const { loans } = await kit.loans.list({ limit: 1_000 });
  return reconcile(kit, { loanIds: loans.map(({ loanId }) => loanId), inbox, requestsPerSecond: 1_000 });
}

/** The payer of the closed loan is erased while a delivery waits and the body of another one is still kept. */
async function erase(scene: Scene): Promise<void> {
  await deliver(scene, 'pdf_upload', holder('payer-3'));
  await deliver(scene, 'income_transaction', { ...holder('payer-3'), bvn: payer('payer-3').bvn });
  await scene.kit.loans.erasePayer('payer-3', { reason: 'the payer asked for it, and the time for keeping is over' });
}

const MANUAL = 'loan-manual';

/** Debits on demand that ended in every way. */
async function debitOnDemand(scene: Scene): Promise<void> {
  const { kit, server } = scene;
  const loan = await walk(scene, {
    loanId: MANUAL,
    payerId: 'payer-2',
    to: 'collecting',
    terms: manualTerms,
    accounts: 2,
  });
  const third = accountOf('payer-2', 2);
  const chosenBy = { ipAddress: '203.0.113.9', at: scene.now() };
  await kit.mandates.addBackup(loan, { account: third, chosenBy }, { by: 'micro-deposit' });
  const { mandateId } = await file(scene, MANUAL);
  await server.controls.makeDeposit({ mandateId, ...third });
  await scene.settled();
  const collect = async (amount: number) =>
    kit.collections.collect(await file(scene, MANUAL), { amount, debitDate: scene.today() });

  await collect(10_000);
  await scene.pass(5);
  await kit.collections.settle(await file(scene, MANUAL));
  // The service knows of a dispute that the lender has not learned of.
  await scene.during({ kind: 'webhook-drop' }, () => server.controls.openDispute(mandateId, { reason: 'not mine' }));
  await collect(11_000);
  await server.controls.resolveDispute(mandateId, { outcome: 'reinstated' });
  await scene.settled();
  await kit.mandates.refresh(await file(scene, MANUAL));
  // Its answer is lost, and asking finds it.
  await scene.during({ kind: 'reset', operation: 'collectManually', when: 'after' }, () => collect(12_000));
  await kit.collections.settle(await file(scene, MANUAL));
  await scene.pass(5);
  await kit.collections.settle(await file(scene, MANUAL));
  // It never arrived: two readings do not show it, and a person decides.
  await scene.during({ kind: 'status', operation: 'collectManually', status: 502 }, () => collect(13_000));
  for (const minutes of [1, 15, 2]) {
    await scene.pass(minutes);
    await kit.collections.settle(await file(scene, MANUAL));
  }
  const parked = (await file(scene, MANUAL)).debits.find(({ status }) => status === 'parked');
  const decision = { result: 'not-taken', decidedBy: 'operations', reason: 'the bank shows no such debit' } as const;
  await kit.collections.settle(await file(scene, MANUAL), { debitId: parked?.debitId ?? '', ...decision });

  const reference = 'DSP-1';
  const own = await kit.mandates.openDispute(await file(scene, MANUAL), {
    reason: 'amount',
    openedAt: scene.now(),
    reference,
  });
  await kit.mandates.resolveDispute(own, {
    reference,
    outcome: 'dismissed',
    reason: 'as agreed',
    resolvedAt: scene.now(),
  });
  // One more that is not seen, parked when the lender stops.
  await scene.during({ kind: 'status', operation: 'collectManually', status: 502 }, () => collect(14_000));
  for (const minutes of [1, 15, 2]) {
    await scene.pass(minutes);
    await kit.collections.settle(await file(scene, MANUAL));
  }
}

/** Its answer is lost when the lender stops; it was allowed beside the parked one. */
async function leaveDebitOpen(scene: Scene): Promise<void> {
  const loan = await file(scene, MANUAL);
  const despiteUnknown = loan.debits.filter(({ status }) => status === 'parked').map(({ debitId }) => debitId);
  const request = { amount: 15_000, debitDate: scene.today(), despiteUnknown };
  const collect = () => scene.kit.collections.collect(loan, request);
  await scene.during({ kind: 'status', operation: 'collectManually', status: 502 }, collect);
}

/** Restructured, reversed, and collected on an obligation after the payer took consent back. */
async function withdraw(scene: Scene): Promise<void> {
  const { kit } = scene;
  const id = 'loan-clear';
  const deliverReports = () => runDue(kit, { kinds: ['reports'], checkpointEveryMs: 0 });
  await scene.server.bank.setBalance(accountOf('payer-1'), 1_000);
  const schedule = [{ dueDate: '2026-05-01', amount: 60_000 }];
  await kit.bureau.reportRestructured(await file(scene, id), {
    schedule,
    reason: 'hardship',
    extra: { note: 'Bolanle Adeyemi moved' },
  });
  await scene.during({ kind: 'status', operation: 'submitBureauReport', status: 422 }, deliverReports);
  const stuck = (await file(scene, id)).reports.find(({ stuckFor }) => stuckFor !== undefined);
  await kit.bureau.release(await file(scene, id), { reportId: stuck?.reportId ?? '' });
  await deliverReports();
  const repaid = await kit.loans.recordRepayment(await file(scene, id), {
    amount: 20_000,
    date: scene.today(),
    reference: 'CASH-2',
  });
  const facts = {
    of: 'repayment',
    amount: 5_000,
    date: scene.today(),
    reference: 'REV-1',
    reason: 'the cheque did not hold',
  } as const;
  const reversed = await kit.loans.recordReversal(repaid, facts);
  const said = { channel: 'branch', ipAddress: '203.0.113.10', reason: 'prefers transfers' };
  await kit.mandates.revokeScope(reversed, { scope: 'cascadeDebit', revokedAt: scene.now(), ...said });
  const asked = await kit.mandates.requestCancellation(await file(scene, id), { requestedAt: scene.now(), ...said });
  await kit.loans.recordObligation(asked.loan, { amount: 30_000, basis: 'clause 4 of the agreement' });
  const duties = await kit.loans.duties(await file(scene, id));
  const done = duties.find(({ isDischargeable }) => isDischargeable);
  await kit.loans.dischargeDuty(await file(scene, id), { duty: done?.key ?? '', note: 'said by mail on the day' });
}

/** A collection whose webhook never came: reconciliation finds it. */
async function collectWithoutWebhook(scene: Scene): Promise<void> {
  await scene.during({ kind: 'webhook-drop' }, () => scene.moveTo('2026-03-01T12:00:00Z'));
  for (const each of [1, 2]) {
    await scene.moveTo(`2026-03-0${each + 1}T12:00:00Z`);
    await runDue(scene.kit, { kinds: ['reconcile', 'reports'], inbox: scene.receiver, checkpointEveryMs: 0 });
    await scene.settled();
  }
}

/** Claims under keys of their own, with every end. */
async function claimOnce(scene: Scene): Promise<void> {
  const { insurance } = scene.kit;
  await insurance.claim(claim, { once: 'claim-1' });
  await insurance.claim({ ...claim, policy_number: 'POL-NONE' }, { once: 'claim-2' }).catch(() => undefined);
  await scene.during({ kind: 'reset', operation: 'createClaim', when: 'after' }, () =>
    insurance.claim(claim, { once: 'claim-3' }).then(undefined, () => undefined),
  );
  await insurance.claim({ ...claim, amount: -1 }, { once: 'claim-4' }).catch(() => undefined);
}

/** A process dies while it places a mandate, and another one before it reports a disbursement. */
async function leaveHalfWay(scene: Scene): Promise<void> {
  const { kit, server } = scene;
  await scene.moveTo('2026-04-09T09:00:00Z');
  const noticeText = `We debit ${payer('payer-5').name} on the due dates. ${DISCLAIMER}`;
  const begun = { loanId: 'loan-half-way', payerId: 'payer-5', terms: laterTerms, noticeText, accounts: 2 } as const;
  const selected = await walk(scene, { ...begun, to: 'selected' });
  const place = () => kit.mandates.place(selected).catch(() => undefined);
  await scene.during({ kind: 'status', operation: 'createConsent', status: 502 }, place);
  // This mandate is named by the service.
  await server.controls.patchPolicy({ mandateIds: 'service' });
  const approved = await walk(scene, { loanId: 'loan-outbox', payerId: 'payer-4', terms: laterTerms, to: 'approved' });
  await server.controls.patchPolicy({ mandateIds: 'client' });
  await kit.bureau.reportDisbursed(approved, { amount: 80_000, date: scene.today(), reference: 'TRF-loan-outbox' });
}

/** A loan that began in another system of the lender. */
async function adopt(scene: Scene): Promise<void> {
  const elsewhere = { ...scene, kit: scene.elsewhere };
  const { mandateId } = await walk(elsewhere, {
    loanId: 'elsewhere-1',
    payerId: 'payer-6',
    terms: laterTerms,
    to: 'collecting',
  });
  const at = scene.now();
  await scene.kit.loans.adopt({
    ...opening({ loanId: 'loan-adopted', payerId: 'payer-6', terms: laterTerms }, at),
    primaryAccount: accountOf('payer-6'),
    backupAccounts: [],
    chosenBy: { ipAddress: '203.0.113.9', at },
    mandateId,
    adoptedBy: 'operations',
    reason: 'moved from the old system',
    evidence: [{ name: 'consent.pdf', sha256: 'ab'.repeat(32) }],
    disbursement: { amount: 80_000, date: scene.today(), reference: 'TRF-elsewhere-1', reported: true },
    repayments: [{ amount: 1_000, date: scene.today(), reference: 'CASH-3' }],
  });
}

/** Deliveries that wait, that no one bears out, that cannot be read, that were put aside, and one that a dead process holds. */
async function fillInbox(scene: Scene): Promise<void> {
  const { receiver } = scene;
  for (const payerId of ['payer-5', 'payer-6', 'payer-2'] as const) await deliver(scene, 'pdf_upload', holder(payerId));
  await deliver(scene, 'income_transaction', { bvn: payer('payer-5').bvn });
  const { mandateId } = await scene.kit.loans.get(MANUAL);
  await deliver(scene, 'collection', { mandateId, instalmentReference: 'never-seen', amountCollected: 1 });
  await deliver(scene, 'mandate.failed', { mandateId });
  await deliver(scene, 'income_insight', {});
  await deliver(scene, 'policy', {});
  await receiver(requestOf({ body: '{"event":"income_insight","data":', headers: {} }));
  await receiver(requestOf({ body: JSON.stringify({ event: 'mandate.paused', data: { mandateId } }), headers: {} }));
  await scene.settled();
  for (const minutes of [6, 6, 6]) {
    await scene.pass(minutes);
    await receiver.drain();
  }
  await receiver.inbox.decide(await unfinishedOf(scene, 'payer-6'), {
    kind: 'quarantine',
    reason: 'operations look into it',
  });
}

/** Deliveries that the service did not bear out yet when the lender stopped. */
async function leaveUnconfirmed(scene: Scene): Promise<void> {
  const { mandateId } = await scene.kit.loans.get(MANUAL);
  for (const instalmentReference of ['not-seen-yet-1', 'not-seen-yet-2'])
    await deliver(scene, 'collection', { mandateId, instalmentReference, amountCollected: 1 });
}

/** What processes hold that died. */
async function leaveWorkHeld(scene: Scene): Promise<void> {
  const { place, server } = scene;
  const terms = { now: server.clock.now(), leaseMs: LEASE_MS, limit: 1 };
  await place.store.claim({ ...terms, kinds: ['reports'], loanId: 'loan-outbox' });
  await place.store.claim({ ...terms, kinds: ['reconcile'], loanId: MANUAL });
  await place.inbox.claim({ ...terms, key: await unfinishedOf(scene, 'payer-2') });
}

/** The key of the delivery about a payer's account that waits. */
async function unfinishedOf({ receiver }: Scene, payerId: PayerId): Promise<string> {
  const items = await receiver.inbox.list({ limit: 100, status: 'unfinished' });
  return items.find(({ body }) => body.includes(holder(payerId).accountNumber))?.key ?? '';
}

function holder(payerId: PayerId) {
  return { accountName: payer(payerId).name, accountNumber: accountOf(payerId).accountNumber };
}

type DeliveryKind = Parameters<typeof createTestDelivery>[0];

async function deliver<Kind extends DeliveryKind>(
  scene: Scene,
  kind: Kind,
  overrides: Parameters<typeof createTestDelivery<Kind>>[1],
): Promise<void> {
  await scene.handle(requestOf(createTestDelivery(kind, overrides, { secret: REFERENCE_DEFAULTS.webhookSecret })));
  await scene.settled();
}

function requestOf({
  body,
  headers,
}: {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}): Request {
  const secret = { 'x-auth-signature': REFERENCE_DEFAULTS.webhookSecret };
  return new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...secret, ...headers },
    body,
  });
}
