/** A bank as 4.1 lists it. */
export interface Bank {
  /** The name that people know. */
  readonly name: string;
  /** 3-digit CBN code. Spec §8. */
  readonly bankCode: string;
  /** Where its picture is. */
  readonly icon: string;
  /** The platform's own account there, to which payers send the ₦50. Spec §2.4. */
  readonly depositAccount: string;
}

function bank(name: string, bankCode: string, depositAccount: string): Bank {
  return { name, bankCode, icon: `https://icons.example/banks/${bankCode}.svg`, depositAccount };
}

/** The banks that support the micro-deposit. Spec §4.1. */
export const BANKS: readonly Bank[] = [
  bank('Access Bank', '044', '9000000044'),
  bank('Access Bank (Diamond)', '063', '9000000063'),
  bank('Citibank Nigeria', '023', '9000000023'),
  bank('Ecobank Nigeria', '050', '9000000050'),
  bank('Fidelity Bank', '070', '9000000070'),
  bank('First Bank of Nigeria', '011', '9000000011'),
  bank('First City Monument Bank', '214', '9000000214'),
  bank('Globus Bank', '103', '9000000103'),
  bank('Guaranty Trust Bank', '058', '9000000058'),
  bank('Heritage Bank', '030', '9000000030'),
  bank('Jaiz Bank', '301', '9000000301'),
  bank('Keystone Bank', '082', '9000000082'),
  bank('Parallex Bank', '104', '9000000104'),
  bank('Polaris Bank', '076', '9000000076'),
  bank('Providus Bank', '101', '9000000101'),
  bank('Stanbic IBTC Bank', '221', '9000000221'),
  bank('Standard Chartered Bank', '068', '9000000068'),
  bank('Sterling Bank', '232', '9000000232'),
  bank('Suntrust Bank', '100', '9000000100'),
  bank('Titan Trust Bank', '102', '9000000102'),
  bank('Union Bank of Nigeria', '032', '9000000032'),
  bank('United Bank for Africa', '033', '9000000033'),
  bank('Unity Bank', '215', '9000000215'),
  bank('Wema Bank', '035', '9000000035'),
  bank('Zenith Bank', '057', '9000000057'),
];

const byCode = new Map(BANKS.map((each) => [each.bankCode, each]));

/** The name of a bank for people; a bank that is not on the list is called by its code. */
export function bankName(bankCode: string): string {
  return byCode.get(bankCode)?.name ?? `Bank ${bankCode}`;
}
