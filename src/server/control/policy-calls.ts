import { type Instant, lagosInstant, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import type { Policy } from '../../wire/insurance-types.ts';
import type { Answer } from '../answer.ts';
import { addPolicy } from '../engine/insurance/policies.ts';
import { malformed } from '../engine/refusals.ts';
import { checkShape } from '../shape-check.ts';
import { policyBody } from './bodies.ts';
import type { ControlCall, ControlRoute } from './route.ts';

function addInsurancePolicy({ live, body }: ControlCall): Answer<Policy> {
  const checked = checkShape(policyBody, body, 'refused');
  if (!checked.ok) return checked;
  const { number, productType, amount, currency, customer = {}, order = {} } = checked.data;
  const { now } = live.world;
  const startDate = instantFrom(checked.data.startDate);
  const endDate = instantFrom(checked.data.endDate);
  if (endDate !== undefined && endDate <= (startDate ?? now))
    return malformed([{ path: 'endDate', message: 'must be later than the start' }]);
  const details = { customer: whatIsGiven(customer), assetRef: order.asset_ref, meta: whatIsGiven(order.meta ?? {}) };
  return addPolicy(
    live.book,
    { number, productType, amount, currency, startDate, endDate, ...details },
    { now, filesUrl: live.filesUrl },
  );
}

function whatIsGiven<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

function instantFrom(text: string | undefined): Instant | undefined {
  const day = parsePlainDate(text);
  return day ? lagosInstant(day) : parseInstant(text);
}

/** Insurance policies. */
export const insuranceRoutes = [
  {
    method: 'POST',
    path: '/policies',
    summary: 'Adds an insurance policy.',
    body: policyBody,
    handle: addInsurancePolicy,
  },
] as const satisfies readonly ControlRoute[];
