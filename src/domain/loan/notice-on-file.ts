import { namesPayer } from '../consent/notice.ts';
import type { LoanOpened } from './events/events.ts';

/** Moves a notice that names the payer to the personal part. A hash could be tested against all BVNs. Spec §1.1. */
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
