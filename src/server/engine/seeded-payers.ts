/** A payer and the accounts that a BVN leads to, as data: for new worlds, the documentation and the demo. All people are invented. */
export interface PayerSeed {
  readonly bvn: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly accounts: readonly AccountSeed[];
}

/** An account to begin with; balances in naira. */
export interface AccountSeed {
  readonly accountNumber: string;
  readonly bankCode: string;
  /** Naira. */
  readonly balance: number;
  /** Left out: active. */
  readonly active?: boolean;
}

/** Who lives in every new world. The third payer owns the magic accounts. */
export const SEEDED_PAYERS: readonly PayerSeed[] = [
  {
    bvn: '22200000001',
    name: 'Ada Obiora',
    email: 'ada.obiora@example.com',
    phone: '08030000001',
    accounts: [
      { accountNumber: '0100000011', bankCode: '058', balance: 250_000 },
      { accountNumber: '0100000012', bankCode: '044', balance: 120_000 },
      { accountNumber: '0100000013', bankCode: '057', balance: 60_000 },
      { accountNumber: '0100000014', bankCode: '011', balance: 5_000, active: false },
    ],
  },
  {
    bvn: '22200000002',
    name: 'Musa Danladi',
    email: 'musa.danladi@example.com',
    phone: '08030000002',
    accounts: [
      { accountNumber: '0200000021', bankCode: '033', balance: 80_000 },
      { accountNumber: '0200000022', bankCode: '232', balance: 45_500.5 },
      { accountNumber: '0200000023', bankCode: '070', balance: 300_000 },
    ],
  },
  {
    bvn: '22200000003',
    name: 'Ngozi Eze',
    email: 'ngozi.eze@example.com',
    phone: '08030000003',
    accounts: [
      { accountNumber: '0000000051', bankCode: '058', balance: 0 },
      { accountNumber: '0000000091', bankCode: '044', balance: 1_000_000 },
      { accountNumber: '0000000097', bankCode: '057', balance: 1_000_000 },
      { accountNumber: '0000000099', bankCode: '033', balance: 1_000_000 },
      { accountNumber: '0000000025', bankCode: '011', balance: 1_000_000, active: false },
      { accountNumber: '0300000031', bankCode: '035', balance: 1_000_000 },
    ],
  },
];
