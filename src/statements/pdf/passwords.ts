/**
 * The ways a program may have turned a password into the bytes it encrypted with, in the order they are tried. The engine takes the characters as
 * bytes up to revision 5 and as UTF-8 from 6 on; writers do not all agree.
 */
export function passwordForms(password: string): string[] {
  const utf8 = Buffer.from(password, 'utf8').toString('latin1');
  return [...new Set([password, password.normalize('NFKC'), password.normalize('NFC'), utf8, pdfDocEncoded(password)])];
}

// Where PDFDocEncoding and Latin-1 differ, from 0x80 on. PDF 32000-1, annex D.
const PDF_DOC = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u009f€';

function pdfDocEncoded(password: string): string {
  return [...password]
    .map((character) => {
      const at = PDF_DOC.indexOf(character);
      return at < 0 || character === '\u009f' ? character : String.fromCharCode(0x80 + at);
    })
    .join('');
}
