import type { OperationInput } from '../../wire/operation-types.ts';
import { type Answer, answer } from '../answer.ts';
import { nameOf } from '../engine/bank-accounts.ts';
import { bankName } from '../engine/banks.ts';
import { notFound } from '../engine/refusals.ts';
import type { World } from '../engine/world.ts';

/** An account as discovery shows it. */
export interface DiscoveredAccountDocument {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountName: string;
  readonly active: boolean;
}

/** The accounts that a BVN leads to, inactive ones marked. Spec §4.2. */
export function discoverAccounts(
  world: World,
  { bvn }: OperationInput<'discoverAccounts'>,
): Answer<readonly DiscoveredAccountDocument[]> {
  const payer = world.payers.get(bvn);
  if (!payer)
    return notFound(
      'payer_unknown',
      'No payer has this BVN: use one of the seeded payers, or add one by POST /_control/payers.',
    );
  world.discovered.add(bvn);
  return answer(
    payer.accounts.map((account) => {
      const { accountNumber, bankCode, active } = account;
      return { accountNumber, bankCode, bankName: bankName(bankCode), accountName: nameOf(world, account), active };
    }),
  );
}
