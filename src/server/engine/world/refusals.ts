/** The platform's refusals, in one style: what happened and what to do next, without personal data. */
import type { FieldIssue } from '../../../errors.ts';
import { type Answer, type Refusal, refuse } from '../../answer.ts';
import type { Mandate } from './records.ts';
import { findMandate, type World } from './world.ts';

type Refused = Extract<Answer<never>, { ok: false }>;

export function malformed(fields: readonly FieldIssue[]): Refused {
  const list = fields.map((field) => (field.path ? `${field.path} ${field.message}` : field.message)).join('; ');
  return refuse({ status: 400, code: 'input_invalid', message: `The input is not as it should be: ${list}.`, fields });
}

export function notFound(code: string, message: string): Refused {
  return refuse({ status: 404, code, message });
}

export function conflict(code: string, message: string): Refused {
  return refuse({ status: 409, code, message });
}

/** 422: a rule refused the call. Pass `spec` if the rule is in another section than the operation. */
export function refusedByRule(rule: string, message: string, spec?: string): Refused {
  return refuse({ status: 422, code: 'rule_refused', rule, message, ...(spec !== undefined && { spec }) });
}

export function mandateOr404(
  world: World,
  mandateId: string,
): Refused | { readonly ok: true; readonly mandate: Mandate } {
  const mandate = findMandate(world, mandateId);
  if (mandate) return { ok: true, mandate };
  const why = world.sentIds.has(mandateId.toLowerCase())
    ? 'This is the mandateId that was sent with the consent, and this service names its mandates itself: use the _id that the consent was answered with.'
    : 'There is no mandate with this id: create a consent first, and use the _id it answers with.';
  return notFound('mandate_unknown', why);
}

/** Refuses a merchant that is not approved, and ids that are not its own. Spec §1, §5. */
export function checkMerchant(
  { merchant }: World,
  { appId, businessId }: { readonly appId?: string | undefined; readonly businessId?: string | undefined },
): Refusal | undefined {
  if ((appId ?? merchant.appId) !== merchant.appId || (businessId ?? merchant.businessId) !== merchant.businessId) {
    const message = 'appId and businessId are not those of the merchant whose key was used: check both.';
    return { status: 403, code: 'merchant_mismatch', spec: 'Spec §5', message };
  }
  if (merchant.status === 'approved') return undefined;
  const message = `The merchant is ${merchant.status}: its account must be approved first.`;
  return { status: 403, code: 'merchant_not_approved', rule: 'merchant-is-approved', spec: 'Spec §1', message };
}
