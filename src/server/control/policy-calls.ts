import { type Instant, lagosInstant, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import type { Policy } from '../../wire/insurance-types.ts';
import type { Answer } from '../answer.ts';
import { addPolicy } from '../insurance/policies.ts';
import { malformed } from '../platform/refusals.ts';
import { checkShape } from '../shape-check.ts';
import { policyBody } from './bodies.ts';
import type { ControlCall, ControlRoute } from './route.ts';

/** `POST /policies`. */
export function addInsurancePolicy({ live, body }: ControlCall): Answer<Policy> {
  const checked = checkShape(policyBody, body, 'refused');
  if (!checked.ok) return checked;
  const { number, productType, amount, currency, customer = {} } = checked.data;
  const { now } = live.world;
  const startDate = instantFrom(checked.data.startDate);
  const endDate = instantFrom(checked.data.endDate);
  if (endDate !== undefined && endDate <= (startDate ?? now)) return malformed([{ path: 'endDate', message: 'must be later than the start' }]);
  const given = Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== undefined));
  return addPolicy(live.book, { number, productType, amount, currency, startDate, endDate, customer: given }, { now, filesUrl: live.filesUrl });
}

function instantFrom(text: string | undefined): Instant | undefined {
  const day = parsePlainDate(text);
  return day ? lagosInstant(day) : parseInstant(text);
}

/** Insurance policies. */
export const insuranceRoutes = [
  { method: 'POST', path: '/policies', summary: 'Adds an insurance policy.', body: policyBody, handle: addInsurancePolicy },
] as const satisfies readonly ControlRoute[];
