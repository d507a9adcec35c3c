/** A small model of the service on virtual time: it takes debits, loses some, books some late, and shows them with a lag. A request gets the state of that moment. */
import { formatInstant, type Instant, lagosInstant, type PlainDate } from '../../../src/domain/calendar.ts';
import type { RequestLuck } from './luck.ts';

/** A request to debit, as it was meant and as it was booked. */
export interface Put {
  /** Which of the payments that the lender wanted it was for. */
  want: number;
  readonly reference: string;
  /** Naira. */
  readonly amount: number;
  readonly booking: Booking | undefined;
}

interface Booking {
  readonly bookedAt: Instant;
  readonly endsAt: Instant;
  readonly taken: number;
  readonly luck: RequestLuck;
}

const BOOKED: ReadonlySet<string> = new Set([
  'answered',
  'failed-after',
  'reply-lost',
  'booked-late',
  'suspended',
  'crash-after',
]);

/** One mandate at the service. */
export class ModelMandate {
  readonly mandateId: string;
  readonly bvn: string;
  readonly puts: Put[] = [];

  constructor(mandateId: string, bvn: string) {
    this.mandateId = mandateId;
    this.bvn = bvn;
  }

  /** Takes a request to debit, if its luck lets it arrive. */
  take(request: { readonly amount: number; readonly debitDate: string }, luck: RequestLuck, now: Instant): Put {
    const bookedAt = now + luck.bookingDelayMs;
    const endsAt = Math.max(bookedAt, lagosInstant(request.debitDate as PlainDate, 8));
    const taken = Math.floor(request.amount * luck.givenPart);
    const booking = BOOKED.has(luck.fate) ? { bookedAt, endsAt, taken, luck } : undefined;
    const put: Put = { want: -1, reference: `${this.mandateId}-${this.puts.length}`, amount: request.amount, booking };
    this.puts.push(put);
    return put;
  }

  /** What has really been taken, and is not shown. */
  truth(now: Instant): readonly Put[] {
    return this.puts.filter(({ booking }) => booking && booking.taken > 0 && booking.endsAt <= now);
  }

  /** The records that are listed now, newest first. Spec §2.5. */
  records(now: Instant): readonly ShownRecord[] {
    return this.puts.flatMap((put) => recordOf(this.mandateId, put, now)).reverse();
  }

  /** What the totals say was taken. */
  collected(now: Instant): number {
    let sum = 0;
    for (const { booking } of this.puts)
      if (booking && booking.endsAt + booking.luck.totalsLagMs <= now) sum += booking.taken;
    return sum;
  }

  /** The attempts at banks, newest first; they are listed with the totals. */
  attempts(
    now: Instant,
  ): readonly { readonly reference: string; readonly amount: number; readonly taken: number; readonly at: Instant }[] {
    return this.puts.flatMap(({ reference, amount, booking }) => {
      if (!booking || booking.endsAt + booking.luck.totalsLagMs > now) return [];
      return [{ reference, amount, taken: booking.taken, at: booking.endsAt }];
    });
  }
}

/** A record as it is listed. */
export type ShownRecord = Readonly<Record<string, string | number>>;

function recordOf(mandateId: string, { reference, amount, booking }: Put, now: Instant): readonly ShownRecord[] {
  if (!booking || booking.bookedAt + booking.luck.listLagMs > now) return [];
  const isOver = booking.endsAt + booking.luck.endLagMs <= now;
  const record = {
    _id: `log-${reference}`,
    businessId: '650000000000000000000002',
    mandateId,
    consentId: `consent-${mandateId}`,
    collectionType: 'manual',
    status: !isOver ? 'pending' : booking.taken > 0 ? 'successful' : 'failed',
    amount: isOver && booking.taken > 0 ? booking.taken : amount,
    transactionRefence: reference,
    createdAt: formatInstant(booking.bookedAt),
  };
  return [record];
}
