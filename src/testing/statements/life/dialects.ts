import type { What } from './what.ts';

/** How a bank words its entries: a template, or several it varies between, for what it words its own way. */
export type Wording = Readonly<Partial<Record<What, string | readonly string[]>>>;

/** How a bank words and charges. */
export interface Dialect {
  readonly wording: Wording;
  /** What an outward transfer costs: fee and VAT apart, in one line, or nothing. */
  readonly fees: 'apart' | 'joined' | 'none';
  /** Does money rest in a savings pot and come back for each payment? */
  readonly sweeps?: boolean;
}

/** The wording every bank falls back on. */
export const commonWording: Readonly<Record<What, string | readonly string[]>> = {
  in: 'TRANSFER FROM {NAME} {remark}',
  out: 'TRANSFER TO {NAME} {BANK} {remark}',
  fee: ['NIP CHARGE', 'TRANSFER FEE', 'COMMISSION ON NIP TRANSFER'],
  vat: ['VALUE ADDED TAX', 'VAT ON NIP CHARGE'],
  feeAndVat: 'NIP Charge + VAT',
  levy: ['Electronic Money Transfer Levy', 'STAMP DUTY CHARGE', 'EMTL ON INFLOW'],
  sms: ['SMS Notification Charge {month}', 'SMS ALERT CHARGES', 'BANK CHARGE {d2} SMS CHARGE AND VAT FOR {MONTH}'],
  card: 'CARD MAINTENANCE FEE',
  airtime: [
    '{TELCO} AIRTIME {phone}',
    'Airtime//{phone}//{telco}',
    'QUICKTELLER RCHG:{phone}',
    'DATA BUNDLE {TELCO} {phone}',
  ],
  pos: ['POS PRCH {d10} {SHOP} {PLACE} LANG', 'POS/WEB PURCHASE -{d6}-{d8}- {SHOP}'],
  atm: ['ATM WD @ {d8}-{PLACE}', 'ATM CASH WITHDRAWAL {PLACE} LANG'],
  ride: '{RIDE} {d8}',
  bet: '{BOOKMAKER} DEPOSIT {d7}',
  light: '{DISCO} PREPAID {d11}',
  tithe: 'TRANSFER TO {CHURCH} TITHE {month}',
  party: 'TRANSFER TO {NAME} ASO EBI',
  school: 'SCHOOL FEES {SCHOOL} {d6}',
  save: '{SAVER} PLAN {d6}',
  tv: '{TV} {d10}',
  rent: 'RENT {LANDLORD} {month}',
  loanIn: ['LOAN DISBURSEMENT {LENDER} {d9}', '{LENDER} LOAN CREDIT {d9}'],
  loanOut: ['LOAN REPAYMENT {LENDER} {d9}', 'Loan Recovery For - {d12}'],
  salary: [
    '{MONTH} SALARY/{EMPLOYER}',
    'NIP/STACK/Paystack/Salary payment for {month} By {EMPLOYER}',
    'SALARY PAYMENT {MONTH} {EMPLOYER}',
  ],
  pay: 'TRANSFER FROM {EMPLOYER}',
  bonus: '13TH MONTH BONUS {EMPLOYER}',
  gig: 'DRIVER EARNINGS PAYOUT {d8}',
  reversal: ['REVERSAL NIP TRANSFER {d12}', 'RVSL: {NAME} {d9}'],
  interest: ['Credit Interest Capitalised', 'INTEREST PAID', 'INTEREST RUN {month}'],
  tax: ['WITHHOLDING TAX', 'TAX Deducted', 'WHT ON INTEREST'],
  sweepOut: ['Auto-save to OWealth Balance', 'Spend and Save Deposit'],
  sweepIn: 'OWealth Withdrawal(Transaction Payment)',
};

/** The name of a dialect: what marks how a bank words its entries. */
export type DialectName = 'slashes' | 'outward' | 'mobile' | 'instant' | 'terminal' | 'wallet' | 'references' | 'plain';

/** The dialects. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  // Here NIP/… comes in and NIP CR/… goes out: the letters say nothing about the side.
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
};
