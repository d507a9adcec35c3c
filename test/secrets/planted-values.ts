/** A person, a lender and documents whose every value is recognisable: a test that finds one of them in a log, an error or a print has found a leak. */
import { type Consent, type ConsentScope, consentScopes } from '../../src/domain/consent/consent.ts';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import type { AccountSelection } from '../../src/domain/consent/selection.ts';
import type { StatementInput } from '../../src/wire/shapes/statement-shapes.ts';
import type { CreateClaimInput } from '../../src/wire/types/insurance-types.ts';

/** The payer. */
export const person = {
  payerId: 'payer-planted',
  bvn: '22298765431',
  name: 'Zephyrine Okwuchidimma',
  email: 'zephyrine.okwuchidimma@quillwort.example',
  mobileNumber: '08139876501',
  address: '17 Quillwort Crescent, Ogudu',
};

/** The payer's accounts at the banks, of which the last one is dormant. */
export const bankAccounts = [
  { accountNumber: '7310998802', bankCode: '058', balance: 200_000 },
  { accountNumber: '7310998813', bankCode: '044', balance: 50_000 },
  { accountNumber: '7310998824', bankCode: '011', balance: 0, active: false },
] as const;

/** The addresses that the payer came from: for the consent, for the choice, for taking back, for disputing. */
export const addresses = {
  consent: '198.51.100.77',
  choice: '2001:db8:77:aa::b1',
  withdrawal: '198.51.100.78',
} as const;

/** The merchant's keys. */
export const keys = {
  publicKey: 'PlantedPublic+7Qx/9aZ==',
  secretKey: 'PlantedSecret+4Wv/3kT==',
  webhookSecret: 'planted-webhook-secret-8Rt5',
} as const;

/** The payer's signature as bare base64. */
export const signature = {
  file: Buffer.from('an image of the signature of Zephyrine Okwuchidimma').toString('base64'),
  bankAddress: '4 Brackenfern Lane, Yaba',
};

const statementText = 'NIP CREDIT FROM TAMARISK BAKERY WAGES';

/** A bank statement, with the password of its PDF. */
export const statement: Omit<StatementInput, 'statement'> & { readonly statement: Uint8Array } = {
  bvn: person.bvn,
  accountName: person.name,
  accountNumber: bankAccounts[0].accountNumber,
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '058',
  password: 'moth-Lantern-6613',
  statement: Buffer.from(`%PDF-1.4\n1 0 obj (${statementText}) endobj\ntrailer\n%%EOF\n`),
};

/** A claim against an insurance policy. */
export const claim: CreateClaimInput = {
  amount: 12_000,
  policy_number: 'POL-1',
  payment_details: { bank_name: 'Sample Bank', account_number: '7310998835', sort_code: '058152036' },
};

/** What a bureau wants beyond the content that the specification shows. */
export const extra = { motherMaidenName: 'Vervainsdottir', nin: '70123498765', employer: 'Marjoram and Sons' };

export const consent: Consent = {
  scopes: (Object.keys(consentScopes) as ConsentScope[]).map((scope) => ({
    scope,
    grantedAt: '2026-01-05T07:55:00Z',
    ipAddress: addresses.consent,
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '2026-01',
    text: `We debit the accounts you choose on your due dates and report the loan. ${DISCLAIMER}`,
  },
};

const [primary, backup] = bankAccounts.map(({ accountNumber, bankCode }) => ({
  accountNumber,
  bankCode,
})) as unknown as [Key, Key];
type Key = { readonly accountNumber: string; readonly bankCode: string };

/** The payer's choice: the dormant account cannot be chosen. */
export const choice: AccountSelection = {
  primaryAccount: primary,
  backupAccounts: [backup],
  chosenBy: { ipAddress: addresses.choice, at: '2026-01-05T07:58:00Z' },
};

/** What may appear nowhere, by what it is. Names and places word by word: half a name identifies a person. */
export const planted: Readonly<Record<string, string>> = {
  bvn: person.bvn,
  'first name': 'Zephyrine',
  'last name': 'Okwuchidimma',
  email: person.email,
  phone: person.mobileNumber,
  'phone without its zero': person.mobileNumber.slice(1),
  street: 'Quillwort',
  'branch of the bank': 'Brackenfern',
  'primary account': bankAccounts[0].accountNumber,
  'backup account': bankAccounts[1].accountNumber,
  'dormant account': bankAccounts[2].accountNumber,
  'account of the claim': claim.payment_details.account_number,
  'address of the consent': addresses.consent,
  'address of the choice': addresses.choice,
  'address of the withdrawal': addresses.withdrawal,
  'public key': keys.publicKey,
  'secret key': keys.secretKey,
  'webhook secret': keys.webhookSecret,
  signature: signature.file,
  password: statement.password as string,
  'text of the statement': 'TAMARISK',
  'mother’s maiden name': extra.motherMaidenName,
  nin: extra.nin,
  employer: 'Marjoram',
};
