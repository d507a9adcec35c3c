import { formatInstant, type Instant } from '../../domain/calendar.ts';
import type { PolicyCustomer } from '../../wire/insurance-types.ts';
import { uuidFromNumber } from './document-ids.ts';

/** The invented person behind a policy whose maker named no customer. Spec §2.9. */
export function sampleCustomer(policyId: number, now: Instant): PolicyCustomer {
  return {
    id: policyId,
    ref: uuidFromNumber(policyId),
    email: 'sola.adeyemi@customer.example',
    full_name: 'Sola Adeyemi',
    first_name: 'Sola',
    last_name: 'Adeyemi',
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
  };
}
