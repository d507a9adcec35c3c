import { describe, expect, test } from 'vitest';
import { type Encryption, encryptedPdf } from './encrypted-pdf.ts';
import { wordsOf } from './opened.ts';
import { at } from './raw-pdf.ts';

const ways: readonly Encryption[] = ['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256-r6'];
const page = [at(40, 700, 'Balance B/F')];
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe.each(ways)('a PDF encrypted by %s', (way) => {
  const pdf = encryptedPdf(way, { user: bytes('69242'), owner: bytes('branch-7') }, page);

  test('opens with its user password and with its owner password', async () => {
    expect(await wordsOf(pdf, '69242')).toEqual(['Balance', 'B/F']);
    expect(await wordsOf(pdf, 'branch-7')).toEqual(['Balance', 'B/F']);
  });

  test('distinguishes a missing password from a wrong one', async () => {
    await expect(wordsOf(pdf)).rejects.toMatchObject({ name: 'StatementError', code: 'password_required' });
    await expect(wordsOf(pdf, '')).rejects.toMatchObject({ name: 'StatementError', code: 'password_required' });
    await expect(wordsOf(pdf, '69243')).rejects.toMatchObject({ name: 'StatementError', code: 'password_wrong' });
  });

  test('never shows the password', async () => {
    const error = await wordsOf(pdf, 'hunter-2').catch((thrown: Error) => thrown as Error);
    const { message, stack, cause } = error as Error;
    expect([message, stack, String(cause), JSON.stringify(error)].join()).not.toContain('hunter-2');
  });

  test('opens without a password where the user password is blank, also when one is given', async () => {
    const blank = encryptedPdf(way, { user: bytes(''), owner: bytes('branch-7') }, page);
    expect(await wordsOf(blank)).toEqual(['Balance', 'B/F']);
    expect(await wordsOf(blank, 'not needed')).toEqual(['Balance', 'B/F']);
  });

  test('opens with a password beyond ASCII, however its maker wrote it down', async () => {
    const password = 'Ọlá-é€7';
    const utf8 = encryptedPdf(way, { user: bytes(password), owner: bytes('x') }, page);
    expect(await wordsOf(utf8, password)).toEqual(['Balance', 'B/F']);
    expect(await wordsOf(utf8, password.normalize('NFD'))).toEqual(['Balance', 'B/F']);
    if (way.startsWith('aes-256')) return;
    const latin = encryptedPdf(way, { user: bytes('café', 'latin1'), owner: bytes('x') }, page);
    expect(await wordsOf(latin, 'café')).toEqual(['Balance', 'B/F']);
    const pdfDoc = encryptedPdf(way, { user: Buffer.from([0x37, 0xa0]), owner: bytes('x') }, page);
    expect(await wordsOf(pdfDoc, '7€')).toEqual(['Balance', 'B/F']);
  });
});

describe('a PDF that is not for passwords', () => {
  const odd = (dict: string) => {
    const pdf = encryptedPdf('rc4-128', { user: bytes(''), owner: bytes('x') }, page).toString('latin1');
    return Buffer.from(pdf.replace(/<<\/Filter\/Standard.*>>/, dict), 'latin1');
  };

  test.each([
    ['for holders of a certificate', '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s5/V 4/Length 128>>'],
    ['by a handler of its own', '<</Filter/FOPN_fLock/V 1/INFO<00>>>'],
    [
      'by a version that is not known',
      `<</Filter/Standard/V 9/R 9/P -44/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>`,
    ],
    [
      'with a key of no length',
      `<</Filter/Standard/V 2/R 3/Length 7/P -44/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>`,
    ],
  ])('says so: %s', async (_kind, dict) => {
    await expect(wordsOf(odd(dict), 'any')).rejects.toMatchObject({
      name: 'StatementError',
      code: 'unsupported_encryption',
    });
  });
});
