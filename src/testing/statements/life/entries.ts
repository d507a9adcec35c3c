import type { PlainDate } from '../../../domain/calendar.ts';
import type { EntryCategory as InsightCategory } from '../../../statements/insight/categories/category-rule.ts';

/** The category of an entry, one of the insight's categories. */
export type EntryCategory = Exclude<InsightCategory, 'refund' | 'balance_forward' | 'bonus' | 'pension'>;

/** A trait that an analyst should notice. */
export type EntryTag = 'salary' | 'bonus' | 'loan_disbursement' | 'loan_repayment' | 'reversed' | 'reversal' | 'sweep';

/** An entry in the bank's books. Amounts in whole kobo. */
export interface Entry {
  readonly date: PlainDate;
  /** Second of the day. */
  readonly second: number;
  readonly valueDate: PlainDate;
  readonly type: 'debit' | 'credit';
  readonly amount: number;
  readonly balance: number;
  readonly narration: string;
  readonly category: EntryCategory;
  readonly tags: readonly EntryTag[];
  /** Empty for the bank's own entries. */
  readonly counterparty: string;
}

type Wording = string | readonly string[];

interface EntryKind {
  readonly type: 'debit' | 'credit';
  readonly category: EntryCategory;
  readonly tags: readonly EntryTag[];
  /** The default wording, for dialects without their own. */
  readonly wording: Wording;
}

const kindOf =
  (type: EntryKind['type']) =>
  (category: EntryCategory, wording: Wording, ...tags: EntryTag[]): EntryKind => ({ type, category, wording, tags });
const [debit, credit] = [kindOf('debit'), kindOf('credit')];

export const entryKinds = {
  in: credit('inflow', 'TRANSFER FROM {NAME} {remark}'),
  out: debit('transfers', 'TRANSFER TO {NAME} {BANK} {remark}'),
  fee: debit('charges', ['NIP CHARGE', 'TRANSFER FEE', 'COMMISSION ON NIP TRANSFER']),
  vat: debit('charges', ['VALUE ADDED TAX', 'VAT ON NIP CHARGE']),
  feeAndVat: debit('charges', 'NIP Charge + VAT'),
  levy: debit('charges', ['Electronic Money Transfer Levy', 'STAMP DUTY CHARGE', 'EMTL ON INFLOW']),
  sms: debit('charges', [
    'SMS Notification Charge {month}',
    'SMS ALERT CHARGES',
    'BANK CHARGE {d2} SMS CHARGE AND VAT FOR {MONTH}',
  ]),
  card: debit('charges', 'CARD MAINTENANCE FEE'),
  airtime: debit('airtime', [
    '{TELCO} AIRTIME {phone}',
    'Airtime//{phone}//{telco}',
    'QUICKTELLER RCHG:{phone}',
    'DATA BUNDLE {TELCO} {phone}',
  ]),
  pos: debit('other', ['POS PRCH {d10} {SHOP} {PLACE} LANG', 'POS/WEB PURCHASE -{d6}-{d8}- {SHOP}']),
  atm: debit('atm', ['ATM WD @ {d8}-{PLACE}', 'ATM CASH WITHDRAWAL {PLACE} LANG']),
  ride: debit('transport', '{RIDE} {d8}'),
  bet: debit('gambling', '{BOOKMAKER} DEPOSIT {d7}'),
  light: debit('electricity', '{DISCO} PREPAID {d11}'),
  tithe: debit('titheOffering', 'TRANSFER TO {CHURCH} TITHE {month}'),
  party: debit('party', 'TRANSFER TO {NAME} ASO EBI'),
  school: debit('education', 'SCHOOL FEES {SCHOOL} {d6}'),
  save: debit('investment', '{SAVER} PLAN {d6}'),
  tv: debit('tv', '{TV} {d10}'),
  rent: debit('rent', 'RENT {LANDLORD} {month}'),
  loanIn: credit('loan_in', ['LOAN DISBURSEMENT {LENDER} {d9}', '{LENDER} LOAN CREDIT {d9}'], 'loan_disbursement'),
  loanOut: debit('loans', ['LOAN REPAYMENT {LENDER} {d9}', 'Loan Recovery For - {d12}'], 'loan_repayment'),
  salary: credit(
    'salary',
    [
      '{MONTH} SALARY/{EMPLOYER}',
      'NIP/STACK/Paystack/Salary payment for {month} By {EMPLOYER}',
      'SALARY PAYMENT {MONTH} {EMPLOYER}',
    ],
    'salary',
  ),
  pay: credit('salary', 'TRANSFER FROM {EMPLOYER}', 'salary'),
  bonus: credit('salary', '13TH MONTH BONUS {EMPLOYER}', 'bonus'),
  gig: credit('inflow', 'DRIVER EARNINGS PAYOUT {d8}'),
  reversal: credit('reversal', ['REVERSAL NIP TRANSFER {d12}', 'RVSL: {NAME} {d9}'], 'reversal'),
  interest: credit('interest', ['Credit Interest Capitalised', 'INTEREST PAID', 'INTEREST RUN {month}']),
  tax: debit('tax', ['WITHHOLDING TAX', 'TAX Deducted', 'WHT ON INTEREST']),
  sweepOut: debit('sweep', ['Auto-save to OWealth Balance', 'Spend and Save Deposit'], 'sweep'),
  sweepIn: credit('sweep', 'OWealth Withdrawal(Transaction Payment)', 'sweep'),
} as const;

export type EntryKindName = keyof typeof entryKinds;

export interface Dialect {
  readonly wording: Readonly<Partial<Record<EntryKindName, Wording>>>;
  /** The cost of an outward transfer: fee and VAT in separate lines, in one line, or none. */
  readonly fees: 'apart' | 'joined' | 'none';
  /** Whether money is kept in a savings pot and moves back for each payment. */
  readonly sweeps?: boolean;
}

export const dialects = {
  // Here NIP/… is a credit and NIP CR/… is a debit: the letters do not show the side.
  slashes: {
    fees: 'joined',
    wording: {
      in: ['NIP/{BANK}/{NAME}/{remark}', 'NIP/{BANK}/{NAME}/'],
      out: ['NIP CR/{NAME}/{BANK}', 'TRF FRM {SELF} TO {NAME}|{remark}'],
      pos: ['MC Loc POS Prch-{d12}--{SHOP} LA NG-', 'VC POS Loc-{d12}--{SHOP} LA NG-'],
      tithe: 'TRF FRM {SELF} TO {CHURCH}|Tithes',
      party: 'TRF FRM {SELF} TO {NAME}|WEDDING GIFT',
      pay: 'NIP/{BANK}/{EMPLOYER}/{remark}',
    },
  },
  outward: {
    fees: 'apart',
    wording: {
      in: [
        'TRANSFER BETWEEN CUSTOMERS via INTERNET BANKING FROM {NAME}-{BANK}-{remark}',
        'NIP TRANSFER FROM {NAME} {d12} {remark}',
      ],
      out: [
        'NIBSS Instant Payment Outward {d30} {remark} TO {BANK} - {NAME}',
        'NIP TRANSFER TO {BANK} - {NAME} {remark}',
      ],
      airtime: 'Airtime Purchase INTERNETBANKING-{d6}CT{d18}-234{d10}',
      tithe: 'NIBSS Instant Payment Outward {d30} OFFERING TO {BANK} - {CHURCH}',
      pay: 'NEFT INWARD {d9} FROM {EMPLOYER}',
    },
  },
  mobile: {
    fees: 'apart',
    wording: {
      in: ['NFT/{BANK} B/O ({NAME}) {remark}', 'TRF//FRM {NAME} TO {SELF}/{remark}'],
      out: 'TRF//FRM MOBILE TO {NAME}- {BANK}/{remark}',
      tithe: 'TRF//FRM MOBILE TO {CHURCH}- {BANK}/SEED',
      pay: 'NFT/{BANK} B/O ({EMPLOYER})',
    },
  },
  instant: {
    fees: 'joined',
    wording: {
      in: 'FIP:{BANK}/{NAME}/{remark}',
      out: ['FIP:MB:{BANK}/{NAME}/{remark}', 'QTELLERBIL/Tran/{d9}/{NAME}'],
      atm: 'ATM WITHDRAWAL-{PLACE}/Lagos//NG',
      tithe: 'FIP:MB:{BANK}/{CHURCH}/OFFERING',
      reversal: 'MC {d6} RFND TO PAN {d4} {NAME}',
    },
  },
  terminal: {
    fees: 'apart',
    wording: {
      in: ['Web Trf @ {d10} {NAME} {remark}', 'CASH DEP BY {NAME}'],
      out: ['ATM Trf @ {d8} TO {NAME}', 'WEB Dr @ {d8} {NAME} {remark}', 'R-{d10}/{NAME}/{remark}'],
      pos: 'POS Buy @ {d8} {SHOP}',
      fee: 'ROU FEE:{d8}',
    },
  },
  wallet: {
    fees: 'none',
    sweeps: true,
    wording: {
      in: 'Transfer from {NAME} | {bank} | {d10} | {remark}',
      out: 'Transfer to {name} | {bank} | {d10} | {remark}',
      airtime: 'Airtime | {TELCO} | {phone}',
      tithe: 'Transfer to {church} | {bank} | {d10} | TITHE AND OFFERING',
      pay: 'Transfer from {EMPLOYER} | {bank} | {d10} |',
    },
  },
  references: {
    fees: 'none',
    wording: {
      in: ['AP_TRSF|{d8} FROM {NAME}', 'MIT|HYD|{d12} {NAME} {remark}'],
      out: 'TRF|2MPT{d8}|{d19} {NAME} {remark}',
      pos: 'PUR|{d8}|{d12} {SHOP}',
    },
  },
  plain: {
    fees: 'joined',
    wording: {
      in: ['{remark} {name}', 'From {name}'],
      out: ['{remark} {name}', 'To {name}'],
      tithe: 'TITHE AND OFFERING {church}',
      party: 'OWAMBE CONTRIBUTION {name}',
      pay: 'inward {employer}',
    },
  },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
