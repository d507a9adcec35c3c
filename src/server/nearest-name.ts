import { isClose } from '../validation/nearest-name.ts';

// One thing under two names: the interface says `phone` in 4.5 and `mobileNumber` in 4.3 and 4.4.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  mobileNumber: ['phone', 'phonenumber', 'mobile', 'msisdn'],
  phone: ['mobilenumber', 'phonenumber', 'mobile'],
  accountNumber: ['nuban', 'accountno'],
  collectionMode: ['mode'],
  mandateId: ['id'],
  breakdownId: ['instalmentid', 'installmentid'],
};

// Shorter parts are ambiguous: `date` fits too many names.
const SHORTEST_PART = 4;

/** The known name that a name is nearly: other case or separators, mistyped, a part of it, or the other word for it; undefined for what is like none. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  if (plain === '') return undefined;
  return (
    known.find((each) => plainName(each) === plain) ??
    known.find((each) => synonyms[each]?.includes(plain)) ??
    known.find((each) => isClose(plainName(each), plain)) ??
    known.find((each) => plain.length >= SHORTEST_PART && plain !== plainName(each) && isEndOf(plain, plainName(each)))
  );
}

// Only a part of a known name counts, never a longer one: what is added to a name may be a value.
function isEndOf(part: string, whole: string): boolean {
  return whole.startsWith(part) || whole.endsWith(part);
}

function plainName(name: string): string {
  return name.length > 64 ? '' : name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
