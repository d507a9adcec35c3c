import { builtins } from '../../../builtins.ts';
import { quietly } from '../../../clock/mutex.ts';
import { type Consent, consentCheck, consentIsComplete, consentIsPast } from '../../../domain/consent/consent.ts';
import { noticeIsHonest } from '../../../domain/consent/notice.ts';
import { type Payer, payerCheck } from '../../../domain/consent/payer.ts';
import { firstRefusal } from '../../../domain/decision.ts';
import type { LoanOpened } from '../../../domain/loan/events/events.ts';
import { noticeTextOf, withNoticeInPlace } from '../../../domain/loan/notice-on-file.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, nairaFromKobo } from '../../../domain/money.ts';
import { type LoanTerms, type LoanTermsInput, readTerms, termsCheck } from '../../../domain/terms.ts';
import { InputError, requireInput } from '../../../errors.ts';
import { contentHash } from '../../../loan-file/hashing.ts';
import { redactText } from '../../../redact/redact.ts';
import { text } from '../../../validation/checks.ts';
import { type Fields, type RecordCheck, record } from '../../../validation/record.ts';
import { isRequestFile } from '../idempotency-file.ts';
import { type LoanContext, nowText, obey, staleLoan } from '../loan-context.ts';

/** Input to open a loan. */
export interface OpenLoanInput {
  /** Your own id for the loan, 1–200 characters. Opening the same loan twice gives the same file. */
  readonly loanId: string;
  /** Who repays the loan. */
  readonly payer: Payer;
  /** The agreed terms. */
  readonly terms: LoanTermsInput;
  /** The payer's consent, scope by scope. Spec §1.1. */
  readonly consent: Consent;
}

export const openingFields: Fields<OpenLoanInput> = {
  loanId: text('your own name for the loan, 1–200 characters', (loanId) => {
    if (loanId.length > 200) return false;
    return !isRequestFile(loanId) || 'begins as the files of requests that are sent once do: choose another name';
  }),
  payer: payerCheck,
  terms: termsCheck,
  consent: consentCheck,
};

const opening = { subject: 'The loan cannot be opened', declared: record(openingFields) };

/** The first event of a loan's file, from the lender's input. Spec §1.1. */
export function readOpening(
  context: LoanContext,
  given: OpenLoanInput,
  { subject, declared }: { readonly subject: string; readonly declared: RecordCheck<OpenLoanInput> } = opening,
): LoanOpened {
  const input = requireInput(subject, declared, given);
  const read = readTerms(input.terms);
  if (!read.ok || !context.engine.settings.frequencies[read.terms.period]) {
    const message = `'${input.terms.frequency}' has no spelling at this service: map it in the option frequencies`;
    throw new InputError(subject, [{ path: 'terms.frequency', message }]);
  }
  const { terms } = read;
  const { scopes, notice } = input.consent;
  const now = context.engine.settings.clock.now();
  obey(firstRefusal(consentIsComplete(scopes), consentIsPast(scopes, now), noticeIsHonest(notice.text)));
  const { approvedAmount, totalAmountDue: due } = terms;
  warnOfKobo(context, `totalAmountDue of loan '${input.loanId}'`, { due, approvedAmount });
  return loanOpened(input, terms, nowText(context));
}

// No loan costs that much. The usual cause is kobo in one of the two fields and naira in the other.
const UNLIKELY_FACTOR = 10;

/** Refuses nothing, the amounts may be intended. A zero too many costs money, so without a logger the process warns. */
export function warnOfKobo(
  { engine }: LoanContext,
  what: string,
  { due, approvedAmount }: { readonly due: Kobo; readonly approvedAmount: Kobo },
): void {
  if (due <= UNLIKELY_FACTOR * approvedAmount) return;
  const { logger } = engine.settings;
  const message = redactText(
    `repaykit: ${what} is more than ${UNLIKELY_FACTOR} times its approvedAmount: were kobo meant? Amounts are in naira`,
  );
  if (!logger) process.emitWarning(message);
  else
    quietly(() => logger.warn?.(message, { due: nairaFromKobo(due), approvedAmount: nairaFromKobo(approvedAmount) }));
}

/** The loan that is on file under this id already, if it began in the same way. */
export function requireSameLoan(known: LoanState, opened: LoanOpened): LoanState {
  if (!isSameLoan(known, opened)) {
    const message = `a loan '${known.loanId}' with another payer, other terms or another notice is on file: choose another loanId`;
    throw new InputError('The loan exists', [{ path: 'loanId', message }]);
  }
  if (known.stage !== 'consented') throw staleLoan('open', known, known);
  return known;
}

/** Whether this is the loan on file. The times of the first consent count. Spec §1.1, §1.3. */
export function isSameLoan(known: LoanState, opened: LoanOpened): boolean {
  const { payerId, terms, personal } = opened;
  // After an erasure the notice cannot be compared, and the loan cannot be opened again.
  const isSameNotice = known.noticeText === undefined || known.noticeText === noticeTextOf(opened);
  const isSamePayer =
    known.payerId === payerId && (!known.payer || contentHash(known.payer) === contentHash(personal?.payer));
  return isSamePayer && contentHash(known.terms) === contentHash(terms) && isSameNotice;
}

function loanOpened({ loanId, payer, consent }: OpenLoanInput, terms: LoanTerms, at: string): LoanOpened {
  const { payerId, bvn, name, email, mobileNumber, address } = payer;
  const { scopes, channel, language, notice } = consent;
  return withNoticeInPlace({
    type: 'loan.opened',
    at,
    loanId,
    mandateId: mintMandateId(),
    payerId,
    terms,
    consent: {
      scopes: scopes.map(({ scope, grantedAt }) => ({ scope, grantedAt })),
      channel,
      language,
      notice: {
        text: notice.text,
        version: notice.version,
        sha256: builtins.crypto.hash('sha256', notice.text, 'hex'),
      },
    },
    personal: {
      payer: { payerId, bvn, name, email, mobileNumber, address },
      ipAddresses: Object.fromEntries(scopes.map(({ scope, ipAddress }) => [scope, ipAddress])),
    },
  });
}

// 24 hexadecimal characters, as in §4. Random enough that two ids never collide in practice.
function mintMandateId(): string {
  return Array.from(globalThis.crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
