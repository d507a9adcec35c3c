import { RepayKit } from '../../src/client/repay-kit.ts';
import type { TransportResponse } from '../../src/http/transport.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { type BenchRow, median } from './rows.ts';
import { openInput } from './stores-loan.ts';

const LOANS = 2_000;

const accounts = ['0200000011', '0200000022'].map((accountNumber) => ({
  accountNumber,
  bankCode: '058',
  bankName: 'A Bank',
  accountName: 'B. A.',
  active: true,
}));
const found: TransportResponse = {
  status: 200,
  headers: {},
  body: JSON.stringify({ status: true, error: false, message: null, data: accounts }),
  bodyBytes: 0,
};

/** What our part of an onboarding step takes in memory: guards, events, hashes, the payer's key, the value that is given back. */
export async function benchSteps(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, keys] of [
    ['without keys', undefined],
    ['with keys', memoryKeys()],
  ] as const) {
    const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
    // The answer is there at once, so that what is left is ours.
    const transport = { send: async () => found, close: async () => {} };
    const options = {
      baseUrl: 'http://127.0.0.1:4010',
      appId,
      businessId,
      publicKey,
      secretKey,
      segments,
      store: memoryStore(),
      transport,
      ...(keys && { keys }),
    };
    const kit = new RepayKit(options);
    const micros: number[] = [];
    for (let index = 0; index < LOANS; index += 1) micros.push(await stepMicros(kit, `loan-${index}`));
    const settled = micros.slice(LOANS / 4);
    const what = `a step of onboarding in memory, ${name}`;
    const figures = 'mean of loans.open and discovery.select';
    rows.push({
      what,
      result: median(settled),
      unit: 'µs',
      better: 'less',
      against: '–',
      target: 'at most 100',
      figures,
    });
  }
  return rows;
}

async function stepMicros(kit: RepayKit, loanId: string): Promise<number> {
  const input = openInput(loanId);
  const start = performance.now();
  const consented = await kit.loans.open(input);
  const opened = performance.now() - start;
  const discovered = await kit.discovery.discover(consented);
  const chosen = {
    primaryAccount: accounts[0] ?? { accountNumber: '', bankCode: '' },
    backupAccounts: accounts.slice(1),
  };
  const chosenBy = { ipAddress: '102.89.23.10', at: input.consent.scopes[0]?.grantedAt ?? '' };
  const again = performance.now();
  await kit.discovery.select(discovered, { ...chosen, chosenBy });
  return ((opened + performance.now() - again) * 1_000) / 2;
}
