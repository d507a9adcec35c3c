import { formatInstant, type Instant } from '../../../domain/calendar.ts';
import type { PolicyCustomer } from '../../../wire/insurance-types.ts';
import { uuidFromNumber } from './document-ids.ts';

/** The person behind a policy: what its maker said, the rest an invented person's. Spec §2.9. */
export function customerFrom(given: Partial<PolicyCustomer>, policyId: number, now: Instant): PolicyCustomer {
  return {
    id: policyId,
    ref: uuidFromNumber(policyId),
    email: 'sola.adeyemi@customer.example',
    phone: '+2348000000001',
    sex: null,
    birth_date: '1990-04-12',
    next_of_kin_name: null,
    next_of_kin_phone: null,
    residential_address: '12 Sample Street, Lagos',
    country: 'NG',
    state: null,
    city: null,
    customer_type: 'individual',
    created_at: formatInstant(now),
    ...given,
    ...namesOf(given),
  };
}

// The full name and its parts name one person, whichever of them were given.
function namesOf({
  full_name,
  first_name,
  last_name,
}: Partial<PolicyCustomer>): Pick<PolicyCustomer, 'full_name' | 'first_name' | 'last_name'> {
  if (full_name === undefined) {
    const [first, last] = [first_name ?? 'Sola', last_name ?? 'Adeyemi'];
    return { full_name: `${first} ${last}`, first_name: first, last_name: last };
  }
  const [first = full_name, ...rest] = full_name.trim().split(/\s+/);
  return {
    full_name,
    first_name: first_name ?? first,
    last_name: last_name ?? (rest.length > 0 ? rest.join(' ') : first),
  };
}
