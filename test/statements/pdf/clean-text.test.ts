import { describe, expect, test } from 'vitest';
import { cleanText } from '../../../src/statements/pdf/text-page.ts';

describe('text as it would be typed', () => {
  test.each([
    ['ligatures are letters', 'Descrip\ufb01on o\ufb03ce \ufb02ow', 'Descripfion office flow'],
    ['digits of full width are digits', '\uff11\uff12\uff0e\uff10\uff10', '12.00'],
    ['every blank is a blank', 'a\u00a0b\u2009c\u202fd\te', 'a b c d e'],
    ['what has no width is gone', '\ufeff1\u200b2\u200e3\u2060', '123'],
    ['a hyphen within is a hyphen, whatever its font calls it', '03\u00adFEB\u201023', '03-FEB-23'],
    ['a hyphen that may break a word is gone at its ends', '\u00adbalance\u00ad', 'balance'],
    ['letters that a font names wrongly stay', 'Descrip\u0000on \ufffd', 'Descrip\u0000on \ufffd'],
    ['other letters stay as they are', 'Ọlá ₦1,000² – “x”', 'Ọlá ₦1,000² – “x”'],
  ])('%s', (_rule, drawn, typed) => {
    expect(cleanText(drawn)).toBe(typed);
  });
});
