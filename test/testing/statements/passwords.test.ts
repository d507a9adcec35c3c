import { describe, expect, test } from 'vitest';
import { createStatement } from '../../../src/testing/index.ts';
import { pageTexts } from './page-texts.ts';

describe('a statement with a password', () => {
  const { pdf, truth, password } = createStatement({
    password: '61834',
    ownerPassword: 'counter-7',
    months: 1,
  });

  test("opens with the password and with the owner's, and says which", async () => {
    expect([password, truth.password]).toEqual(['61834', '61834']);
    for (const right of ['61834', 'counter-7'])
      expect((await pageTexts(pdf, right)).join('')).toContain(truth.account.number);
  });

  test('opens with nothing else', async () => {
    await expect(pageTexts(pdf)).rejects.toThrow(/password/i);
    await expect(pageTexts(pdf, '61835')).rejects.toThrow(/password/i);
  });

  test('shows nothing in its bytes', () => {
    const bytes = Buffer.from(pdf).toString('latin1');
    for (const secret of [truth.account.number, '61834', 'STATEMENT OF ACCOUNT']) expect(bytes).not.toContain(secret);
  });

  test('opens by itself where only the owner has a password, also with packed objects', async () => {
    const open = createStatement({ layout: 'broken-dates', ownerPassword: 'counter-7', months: 1 });
    expect([open.password, open.truth.password]).toEqual([undefined, null]);
    expect(Buffer.from(open.pdf).toString('latin1')).toContain('/Encrypt');
    expect((await pageTexts(open.pdf)).join('')).toContain(open.truth.account.number);
  });
});

test('a password beyond ASCII opens its file', async () => {
  const { pdf, truth } = createStatement({ password: 'ọ̀nà-₦5', months: 1 });
  expect((await pageTexts(pdf, 'ọ̀nà-₦5')).join('')).toContain(truth.account.number);
});
