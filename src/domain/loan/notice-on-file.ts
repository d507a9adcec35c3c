/** The notice as a loan's file keeps it: in the facts, or sealed with what else is about the payer where it names the payer. Spec §1.1. */
import { namesPayer } from '../notice.ts';
import type { LoanOpened } from './events/events.ts';

/**
 * The beginning of a file with its notice where it belongs: facts outlive the payer's erasure, so a text that names the payer moves to the personal part. No hash
 * of it stays behind: a reader who knows the wording could try all BVNs against it. The salted commitment to the personal part vouches for it.
 * @param accountNumbers those of the payer that are known already
 */
export function withNoticeInPlace(opened: LoanOpened, accountNumbers: readonly string[] = []): LoanOpened {
  const { consent, personal } = opened;
  const { text, version } = consent.notice;
  if (text === undefined || !personal || !namesPayer(text, { ...personal.payer, accountNumbers })) return opened;
  return {
    ...opened,
    consent: { ...consent, notice: { version, namesPayer: true } },
    personal: { ...personal, noticeText: text },
  };
}

/** What the payer was shown, word for word; undefined where it named the payer, who was erased. */
export function noticeTextOf({ consent, personal }: Pick<LoanOpened, 'consent' | 'personal'>): string | undefined {
  return consent.notice.text ?? personal?.noticeText;
}
