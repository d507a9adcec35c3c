/** The notice as a loan's file keeps it: in the facts, or sealed with what else is about the payer where it names the payer. Spec §1.1. */
import { namesPayer } from '../notice.ts';
import type { LoanOpened } from './events/events.ts';

/** Moves a notice that names the payer to the personal part, which erasure reaches. No hash of it stays behind: all BVNs could be tried against it. */
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

export function noticeTextOf({ consent, personal }: Pick<LoanOpened, 'consent' | 'personal'>): string | undefined {
  return consent.notice.text ?? personal?.noticeText;
}
