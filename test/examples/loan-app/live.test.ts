/** The app with what it takes for the live service; a reference server on this machine stands for that, and for the bureau. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApprovedLoan, memoryStore, type RepayKit, systemClock } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS, type ReferenceServer } from 'repaykit/server';
import { runDue } from 'repaykit/worker';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../examples/loan-app/config.ts';
import { startLoanApp } from '../../../examples/loan-app/loan-app.ts';
import { logRun } from '../../../examples/loan-app/log.ts';
import { NOTICE, SCOPES } from '../../../examples/loan-app/notice.ts';
import { offerOf } from '../../../examples/loan-app/offer.ts';
import { connectService } from '../../../examples/loan-app/service.ts';

const { appId, businessId, publicKey, secretKey, segments, webhookSecret } = REFERENCE_DEFAULTS;
const BVN = '22200000001';

/** The live client of an app that has this key to the bureau, and its log. */
async function liveService(bureauKey: string) {
  const platform = createReferenceServer({ now: new Date(systemClock.now()) });
  const { url } = await platform.listen({ port: 0 });
  const directory = await mkdtemp(join(tmpdir(), 'loan-app-'));
  const config = readConfig({
    REPAYKIT_BASE_URL: url,
    REPAYKIT_APP_ID: appId,
    REPAYKIT_BUSINESS_ID: businessId,
    REPAYKIT_PUBLIC_KEY: publicKey,
    REPAYKIT_SECRET_KEY: secretKey,
    REPAYKIT_MANDATE_SEGMENT: segments.mandate,
    REPAYKIT_DISCOVERY_SEGMENT: segments.discovery,
    REPAYKIT_BUREAU_URL: `${url}/_bureau/reports`,
    REPAYKIT_BUREAU_KEY: bureauKey,
    REPAYKIT_KEYS_DIRECTORY: directory,
    REPAYKIT_MASTER_KEY: randomBytes(32).toString('base64'),
    REPAYKIT_WEBHOOK_SECRET: webhookSecret,
    DATABASE_URL: 'postgres://127.0.0.1/unused',
    SESSION_SECRET: 'secret-of-sessions',
    OFFICER_PASSWORD: 'a-password-for-tests',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const reported: string[] = [];
  const write = (message: string, facts: unknown) => void reported.push(`${message} ${JSON.stringify(facts)}`);
  const logger = { warn: write, error: write };
  const { kit } = await connectService(config, { store: memoryStore(), logger });
  onTestFinished(async () => {
    await kit.close();
    await platform.close();
    await rm(directory, { recursive: true });
  });
  return { kit, platform, logger, reported };
}

async function approvedLoan(kit: RepayKit, platform: ReferenceServer): Promise<ApprovedLoan> {
  const at = new Date(systemClock.now()).toISOString();
  const ipAddress = '203.0.113.7';
  const scopes = (Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map((scope) => ({ scope, grantedAt: at, ipAddress }));
  const payer = {
    payerId: 'P-1',
    name: 'Zainab Quincy',
    bvn: BVN,
    email: 'zainab@example.com',
    mobileNumber: '08055512401',
    address: '1 Marigold Crescent, Jos',
  };
  const { text, version, language } = NOTICE;
  const opened = await kit.loans.open({
    loanId: 'L-1',
    payer,
    terms: offerOf(60_000, systemClock.today()),
    consent: { scopes, channel: 'web', language, notice: { text, version } },
  });
  const discovered = await kit.discovery.discover(opened);
  const primaryAccount = discovered.accounts.find(({ active }) => active);
  if (!primaryAccount) throw new Error('no account');
  const selected = await kit.discovery.select(discovered, {
    primaryAccount,
    backupAccounts: [],
    chosenBy: { ipAddress, at },
  });
  const verifying = await kit.mandates.attachByMicroDeposit(await kit.mandates.place(selected));
  const { accountNumber, bankCode } = primaryAccount;
  await platform.controls.makeDeposit({ mandateId: verifying.mandateId, accountNumber, bankCode });
  return kit.bureau.reportApproved(await kit.mandates.awaitActive(verifying));
}

test('the live app shows the bureau its key', { timeout: 600_000 }, async () => {
  const { kit, platform, reported } = await liveService(secretKey);
  await approvedLoan(kit, platform);
  expect(await runDue(kit)).toMatchObject({ reports: { delivered: 1 }, errors: [] });
  expect(reported).toEqual([]);
});

test('a report that the bureau does not take is logged, without anything of the person', {
  timeout: 600_000,
}, async () => {
  const { kit, platform, logger, reported } = await liveService('sk_test_another');
  const loan = await approvedLoan(kit, platform);
  const lastReport = await runDue(kit);
  logRun(logger)({ state: 'waiting', startedAt: '', runs: 1, failedRuns: 0, lastReport });
  expect(reported.join('\n')).toMatch(new RegExp(`the worker could not do its work .*${loan.loanId}.*reports`));
  for (const secret of [
    BVN,
    'Zainab',
    'sk_test_another',
    secretKey,
    ...loan.accounts.map(({ accountNumber }) => accountNumber),
  ]) {
    expect(reported.join('\n')).not.toContain(secret);
  }
});

test('a worker that cannot reach its database says so in the log, and goes on', { timeout: 600_000 }, async () => {
  const log: string[] = [];
  const app = await startLoanApp(
    { ...readConfig({ PORT: '0' }), platformPort: 0 },
    { stream: { write: (line) => void log.push(line) } },
  );
  onTestFinished(() => app.stop());
  await app.database.query('alter schema repaykit rename to elsewhere');
  const failed = () =>
    log.filter((line) => line.includes('the worker failed')).map((line) => JSON.parse(line).facts.failedRuns);
  const look = async () => {
    await app.platform?.clock.advance({ minutes: 1 });
    expect(failed().slice(0, 2)).toEqual([1, 2]);
  };
  await vi.waitFor(look, { timeout: 500_000, interval: 100 });
  expect(JSON.parse(log.find((line) => line.includes('the worker failed')) ?? '')).toMatchObject({
    level: 50,
    facts: { reason: expect.any(String) },
  });
});
