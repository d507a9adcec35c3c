import { InputError } from '../../errors.ts';
import { redactUrl } from '../../redact/redact.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import {
  type BrokenKind,
  brokenKinds,
  describeBroken,
  type HmacBrokenKind,
  hmacBrokenKinds,
  isHmacBroken,
  type WantedAnswer,
} from '../../webhooks/broken-delivery.ts';
import type { HmacCredential, SecretCredential } from '../../webhooks/test-credential.ts';
import {
  type BrokenDeliveryOptions,
  createTestDelivery,
  type TestDeliveryKind,
  testDeliveryKinds,
} from '../../webhooks/test-delivery.ts';
import { whyNoSigningSecret } from '../../webhooks/verifiers/hmac.ts';
import type { NamedEvents, WebhookEventKind } from '../../wire/webhook-events.ts';
import { readPairs } from '../control/read-words.ts';

/** The unparsed flags of `repaykit trigger`. */
export interface TriggerFlags {
  readonly to?: string;
  readonly broken?: string;
  readonly secret: string;
  readonly header: string;
  readonly hmac?: string;
  readonly mandateId?: string;
  readonly field?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly list?: true;
  readonly json?: true;
}

/** A webhook that is ready to send. */
export interface TriggerDraft {
  /** The event name that the user gave. */
  readonly event: string;
  readonly broken: BrokenKind | HmacBrokenKind | null;
  readonly wanted: WantedAnswer;
  readonly url: URL;
  /** The destination, for people. */
  readonly to: string;
  readonly delivery: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
    readonly times: number;
  };
  /** The headers without signature and secret. */
  readonly shownHeaders: Readonly<Record<string, string>>;
}

/** Reads event and flags. @throws InputError */
export function draftFrom(given: string | undefined, flags: TriggerFlags): TriggerDraft {
  const event = oneOf(eventNames, given, 'event');
  const { kind, fields } = eventNamed(event);
  const broken =
    flags.broken === undefined ? null : oneOf([...brokenKinds, ...hmacBrokenKinds], flags.broken, '--broken');
  const url = readUrl(flags.to);
  const { mandateId } = flags;
  const credential = credentialFrom(flags, broken);
  const overrides = {
    ...fields,
    ...(mandateId !== undefined && { mandateId }),
    ...readPairs(flags.field ?? [], '--field'),
  };
  const delivery = broken
    ? createTestDelivery(kind, overrides, { ...credential, broken } as BrokenDeliveryOptions)
    : { ...createTestDelivery(kind, overrides, credential), times: 1 };
  const shownHeaders = Object.fromEntries(
    Object.entries(delivery.headers).map(([name, value]) => [name, shown(name, { value, flags })]),
  );
  return {
    event,
    broken,
    wanted: broken ? describeBroken(broken).wanted : 'taken',
    url,
    to: redactUrl(url.href),
    delivery,
    shownHeaders,
  };
}

function credentialFrom(
  { secret, header, hmac }: TriggerFlags,
  broken: TriggerDraft['broken'],
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
  throw wrong(
    name,
    `${given === undefined ? 'is missing' : 'is not known'}; ${meant ? `did you mean ${meant}? There` : 'there'} are ${known.join(', ')}`,
  );
}

function readUrl(text: string | undefined): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw wrong('--to', 'must be an http: or https: URL, such as http://127.0.0.1:3000/webhooks');
}

function wrong(path: string, message: string): InputError {
  return new InputError('repaykit trigger', [{ path, message }]);
}

/** The kind of a named event, and the fields that its name implies. */
interface NamedEvent {
  readonly kind: TestDeliveryKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

// The names of spec §6.1. The payload does not contain them, only `instalmentStatus`.
const outcomes = {
  'collection.success': { instalmentStatus: 'success' },
  'collection.partial': {
    instalmentStatus: 'partially paid',
    amountCollected: 10_000,
    providerMessage: 'Insufficient funds',
  },
  'collection.failed': { instalmentStatus: 'failed', amountCollected: 0, providerMessage: 'Insufficient funds' },
  'collection.processing': {
    instalmentStatus: 'processing',
    amountCollected: 0,
    providerMessage: 'Request in process',
  },
} as const satisfies Readonly<Record<Exclude<keyof NamedEvents, WebhookEventKind>, Readonly<Record<string, unknown>>>>;

type EventName = TestDeliveryKind | keyof typeof outcomes;

/** All event names that the command takes. */
export const eventNames: readonly EventName[] = [
  ...testDeliveryKinds,
  ...(Object.keys(outcomes) as (keyof typeof outcomes)[]),
];

function eventNamed(name: EventName): NamedEvent {
  return isOutcome(name) ? { kind: 'collection', fields: outcomes[name] } : { kind: name, fields: {} };
}

function isOutcome(name: EventName): name is keyof typeof outcomes {
  return Object.hasOwn(outcomes, name);
}
