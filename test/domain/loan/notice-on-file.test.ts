import { expect, test } from 'vitest';
import { noticeTextOf, withNoticeInPlace } from '../../../src/domain/loan/notice-on-file.ts';
import { reduceLoan } from '../../../src/domain/loan/transitions/reduce.ts';
import { opened } from './sample-loan.ts';

const text = 'I, Ada Obi, BVN 22212345678, agree.';

/** A beginning with this notice in its facts. */
function beginning(notice: string) {
  const event = opened();
  return { ...event, consent: { ...event.consent, notice: { text: notice, version: 'v1', sha256: 'ab' } } };
}

test('a notice that names no one stays in the facts as it is', () => {
  const event = beginning('You agree to debits.');
  expect(withNoticeInPlace(event)).toBe(event);
  expect(noticeTextOf(event)).toBe('You agree to debits.');
});

test('a notice that names the payer moves to the personal part, and no hash of it stays behind', () => {
  const moved = withNoticeInPlace(beginning(text));
  expect(moved).toEqual({
    ...beginning(text),
    consent: { ...opened().consent, notice: { version: 'v1', namesPayer: true } },
    personal: { ...opened().personal, noticeText: text },
  });
  expect(noticeTextOf(moved)).toBe(text);
  expect(withNoticeInPlace(moved)).toBe(moved);
});

test('a notice names the payer by an account number where that is known', () => {
  const event = beginning('We debit 0123456781.');
  expect(withNoticeInPlace(event)).toBe(event);
  expect(withNoticeInPlace(event, ['0123456781']).consent.notice).toEqual({ version: 'v1', namesPayer: true });
});

test('a beginning whose personal part is gone stays as it is', () => {
  const erased = { ...beginning(text), personal: undefined };
  expect(withNoticeInPlace(erased)).toBe(erased);
});

test('a loan knows its notice, until its payer is erased if it named the payer', () => {
  const erased = { type: 'payer.erased', at: opened().at, reason: 'asked for' } as const;
  const moved = withNoticeInPlace(beginning(text));
  expect(reduceLoan([moved])?.noticeText).toBe(text);
  expect(reduceLoan([moved, erased])).toMatchObject({
    noticeText: undefined,
    consent: { notice: { version: 'v1', namesPayer: true } },
  });
  expect(reduceLoan([{ ...moved, personal: undefined }])?.noticeText).toBeUndefined();
  expect(reduceLoan([beginning('You agree.'), erased])?.noticeText).toBe('You agree.');
  expect(reduceLoan([{ ...beginning('You agree.'), personal: undefined }])?.noticeText).toBe('You agree.');
});
