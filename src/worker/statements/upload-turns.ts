/** One statement of a payer at a time: what comes of two of them could not be told apart. */
import { HOUR_MS, type Instant } from '../../domain/calendar.ts';
import { RuleError } from '../../errors.ts';

/** An upload of a payer, in this process. */
interface Upload {
  readonly isUnderWay: boolean;
  /** Whether its event has come meanwhile. */
  readonly hasCome: () => Promise<boolean>;
  /** From when on it is not waited for any more, in epoch milliseconds. */
  readonly forgetAt: Instant;
}

/** A payer's turn to upload a statement. */
export interface UploadTurn {
  /** Is nobody else's upload under way? */
  isAlone(): boolean;
  /** Ends the turn. With `hasCome`, something was uploaded and nothing has come of it: its event may come late. */
  end(unanswered?: { readonly now: Instant; readonly hasCome: () => Promise<boolean> }): void;
}

/** Whose turn is wanted. */
export interface TurnWish {
  readonly payer: string;
  readonly now: Instant;
  readonly assumeEarlierUploadLost: boolean;
}

// As long as the inbox keeps the body of an event, so that a late one is seen.
const LATE_MS = HOUR_MS;

const uploadsOf = new WeakMap<object, Map<string, Upload>>();

/** Takes a payer's turn at an inbox. @throws RuleError `statement-is-single` */
export async function takeTurn(inbox: object, { payer, now, assumeEarlierUploadLost }: TurnWish): Promise<UploadTurn> {
  const uploads = uploadsOf.get(inbox) ?? new Map<string, Upload>();
  uploadsOf.set(inbox, uploads);
  for (const [name, { isUnderWay, forgetAt }] of uploads) if (!isUnderWay && forgetAt <= now) uploads.delete(name);
  const earlier = uploads.get(payer);
  if (earlier?.isUnderWay)
    throw refusal('A statement of this payer is under way: wait for what comes of it, then upload the next');
  uploads.set(payer, { isUnderWay: true, hasCome: async () => false, forgetAt: now });
  try {
    if (earlier && !assumeEarlierUploadLost && !(await earlier.hasCome())) {
      throw refusal(
        'Nothing has come of the statement of this payer that was uploaded before, and it could be taken for what comes of this one: wait for it, or state assumeEarlierUploadLost',
      );
    }
  } catch (error) {
    if (earlier) uploads.set(payer, earlier);
    throw error;
  }
  return {
    isAlone: () => uploads.size === 1,
    end(unanswered) {
      if (unanswered)
        uploads.set(payer, { isUnderWay: false, hasCome: unanswered.hasCome, forgetAt: unanswered.now + LATE_MS });
      else uploads.delete(payer);
    },
  };
}

function refusal(message: string): RuleError {
  return new RuleError({ rule: 'statement-is-single', spec: 'Spec §6.4', message: `${message}. Nothing was sent` });
}
