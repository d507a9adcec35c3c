import { describe, expect, test } from 'vitest';
import { DISCLAIMER, noticeIsHonest } from '../../../src/domain/consent/notice.ts';

const honest = [
  DISCLAIMER,
  `You agree that instalments are debited on their due dates. ${DISCLAIMER} You may cancel at any time.`,
  DISCLAIMER.replaceAll(' ', '\n'),
  DISCLAIMER.toUpperCase(),
  'We debit your account on each due date, as you agreed.',
  'Acme Microfinance Bank is licensed and regulated by the Central Bank of Nigeria.',
  'This is not a standing order.',
  'This isn’t a GSI mandate.',
  "It isn't backed by the CBN.",
  'It is neither a standing instruction nor operated by NIBSS.',
  'No standing instruction is placed on your account.',
  'It must never be called a standing-payment-instruction.',
  'Unlike a standing order, you can end it at any time.',
  'You agree to a private debit rather than a standing instruction.',
  'It is not part of the GSI and is not guaranteed by the central bank.',
  'It is not a loan guarantee, a standing order, or a bank product.',
  'It is a private arrangement, not a regulated debit.',
  'What it is not: it is not\na regulated interbank standing-instruction system.',
  'Please keep your receipt outstanding instructions follow by mail.',
];

const dishonest = [
  'This is a standing instruction.',
  'We place a standing order on your account.',
  'You set up a STANDING PAYMENT INSTRUCTION.',
  'You set up a standing debit order.',
  'You join the GSI scheme.',
  'You join the G.S.I. scheme.',
  'This arrangement is backed by the CBN.',
  'This arrangement is guaranteed by the Central Bank of Nigeria.',
  'A CBN-backed repayment.',
  'A repayment mandated by NIBSS.',
  'This is a regulated interbank debit.',
  'This is a regulated direct debit.',
  'It is equivalent to a standing instruction.',
  'A standing\u2011instruction works for you.',
  'A standing\u00a0instruction works for you.',
  'A stand\u00ading instruction works for you.',
  'A standing\ninstruction works for you.',
  'Standing\nInstruction',
  // Denials of something else.
  'This is a standing instruction, not a loan.',
  'Do not worry, this is a standing instruction.',
  'It is not a card payment but a standing instruction.',
  'It is not a card payment; it is a standing order.',
  'It is not a card payment and is backed by the CBN.',
  'There is no fee: this is a regulated debit.',
  'No hidden fees\n- Backed by the CBN',
  'No hidden fees\n\nbacked by the CBN',
  'No hidden fees\nThis is a standing order',
  'It is not only a direct debit, it is not just a standing instruction.',
  'There is no doubt that a standing instruction is placed.',
  'You cannot cancel this standing instruction.',
  'You may never revoke your GSI.',
  'You cannot cancel the standing order.',
  // A claim beside a true denial.
  `${DISCLAIMER} Your standing instruction begins tomorrow.`,
];

describe('a notice', () => {
  test.each(honest)('is honest: %j', (text) => {
    expect(noticeIsHonest(text)).toEqual({ allowed: true });
  });

  test.each(dishonest)('claims too much: %j', (text) => {
    expect(noticeIsHonest(text)).toMatchObject({
      allowed: false,
      rule: 'notice-is-honest',
      spec: 'Spec §1',
      message: expect.stringContaining('DISCLAIMER'),
    });
  });

  test('of great length is read in no time', () => {
    const started = performance.now();
    expect(noticeIsHonest(`${'not '.repeat(50_000)}a standing order. `.repeat(2)).allowed).toBe(true);
    expect(noticeIsHonest('standing '.repeat(50_000)).allowed).toBe(true);
    expect(noticeIsHonest('This is a standing order. '.repeat(5_000)).allowed).toBe(false);
    expect(noticeIsHonest('This is not a standing order. '.repeat(5_000)).allowed).toBe(true);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

test('the disclaimer says that it is private, on consent, not regulated and not backed', () => {
  for (const words of [
    'private',
    'consent',
    'not a regulated interbank standing-instruction system',
    'not backed by one',
  ])
    expect(DISCLAIMER).toContain(words);
});
