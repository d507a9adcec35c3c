import { InputError } from '../../errors.ts';
import { redactUrl } from '../../redact/redact.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import { given } from '../../validation/record.ts';
import {
  type BrokenKind,
  brokenKinds,
  describeBroken,
  type HmacBrokenKind,
  hmacBrokenKinds,
  isHmacBroken,
} from '../../webhooks/broken-delivery.ts';
import type { HmacCredential, SecretCredential } from '../../webhooks/test-credential.ts';
import {
  type BrokenDeliveryOptions,
  createTestDelivery,
  type TestDeliveryKind,
  testDeliveryKinds,
} from '../../webhooks/test-delivery.ts';
import { whyNoSigningSecret } from '../../webhooks/verifiers/hmac.ts';
import type { NamedEvents, WebhookEventKind } from '../../wire/webhooks/webhook-events.ts';
import { readPairs } from '../control/read-words.ts';
import type { CommandFlags } from '../in-flags.ts';

export type TriggerFlags = CommandFlags<
  'secret' | 'header',
  'to' | 'broken' | 'hmac' | 'mandateId',
  'list' | 'json',
  'field' | 'allowHost'
>;

/** A webhook to send. `to` names its destination for people, `shownHeaders` lack signature and secret. */
export type TriggerDraft = ReturnType<typeof draftFrom>;

export function draftFrom(name: string | undefined, flags: TriggerFlags) {
  const event = oneOf(eventNames, name, 'event');
  const { kind, fields } = isOutcome(event)
    ? { kind: 'collection' as const, fields: outcomes[event] }
    : { kind: event, fields: {} };
  const broken =
    flags.broken === undefined ? null : oneOf([...brokenKinds, ...hmacBrokenKinds], flags.broken, '--broken');
  const url = readUrl(flags.to);
  const credential = credentialFrom(flags, broken);
  const overrides = {
    ...fields,
    ...given({ mandateId: flags.mandateId }),
    ...readPairs(flags.field ?? [], '--field'),
  };
  const delivery = broken
    ? createTestDelivery(kind, overrides, { ...credential, broken } as BrokenDeliveryOptions)
    : { ...createTestDelivery(kind, overrides, credential), times: 1 };
  const headers = Object.entries(delivery.headers).map(([name, value]) => [name, shown(name, { value, flags })]);
  const shownHeaders = Object.fromEntries(headers);
  const wanted = broken ? describeBroken(broken).wanted : 'taken';
  return { event, broken, wanted, url, to: redactUrl(url.href), delivery, shownHeaders };
}

function credentialFrom(
  { secret, header, hmac }: TriggerFlags,
  broken: BrokenKind | HmacBrokenKind | null,
): SecretCredential | HmacCredential {
  if (hmac !== undefined) {
    const mistake = whyNoSigningSecret(hmac);
    if (mistake !== undefined) throw wrong('--hmac', mistake);
    return { hmac: { secret: hmac } };
  }
  if (broken && isHmacBroken(broken)) throw wrong('--broken', `${broken} needs a signed delivery: add --hmac SECRET`);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header)) throw wrong('--header', 'must be the name of a header');
  if (!/^[\x21-\x7e]+$/.test(secret)) throw wrong('--secret', 'must be something that a header can carry');
  return { secret, header };
}

// The default secret of the reference server is public.
function shown(name: string, { value, flags }: { readonly value: string; readonly flags: TriggerFlags }): string {
  if (name === 'webhook-signature') return '[signature]';
  return flags.hmac === undefined && name === flags.header.toLowerCase() && value !== REFERENCE_DEFAULTS.webhookSecret
    ? '[secret]'
    : value;
}

function oneOf<Word extends string>(known: readonly Word[], given: string | undefined, name: string): Word {
  const found = known.find((word) => word === given);
  if (found) return found;
  const meant = nearestName(given ?? '', known);
  const problem = given === undefined ? 'is missing' : 'is not known';
  throw wrong(name, `${problem}; ${meant ? `did you mean ${meant}? There` : 'there'} are ${known.join(', ')}`);
}

function readUrl(text: string | undefined): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw wrong('--to', 'must be an http: or https: URL, such as http://127.0.0.1:3000/webhooks');
}

function wrong(path: string, message: string): InputError {
  return new InputError('repaykit trigger', [{ path, message }]);
}

type Outcome = Exclude<keyof NamedEvents, WebhookEventKind>;
type EventName = TestDeliveryKind | Outcome;

const NO_FUNDS = 'Insufficient funds';

// The names of spec §6.1. The payload does not contain them, only `instalmentStatus`.
const outcomes: Readonly<Record<Outcome, Readonly<Record<string, unknown>>>> = {
  'collection.success': { instalmentStatus: 'success' },
  'collection.partial': { instalmentStatus: 'partially paid', amountCollected: 10_000, providerMessage: NO_FUNDS },
  'collection.failed': { instalmentStatus: 'failed', amountCollected: 0, providerMessage: NO_FUNDS },
  'collection.processing': {
    instalmentStatus: 'processing',
    amountCollected: 0,
    providerMessage: 'Request in process',
  },
};

export const eventNames: readonly EventName[] = [...testDeliveryKinds, ...(Object.keys(outcomes) as Outcome[])];

function isOutcome(name: EventName): name is Outcome {
  return Object.hasOwn(outcomes, name);
}
