import type { PdfObjects } from './pdf-file.ts';

/** The standard fonts in use. Every viewer has them, so the file embeds none. */
export type Font = 'helvetica' | 'helvetica-bold' | 'times' | 'times-bold' | 'courier' | 'courier-bold';

/** A font's PDF name, and its name in a page's resources. */
export const pdfFonts: Readonly<Record<Font, { readonly base: string; readonly resource: string }>> = {
  helvetica: { base: 'Helvetica', resource: 'F1' },
  'helvetica-bold': { base: 'Helvetica-Bold', resource: 'F2' },
  times: { base: 'Times-Roman', resource: 'F3' },
  'times-bold': { base: 'Times-Bold', resource: 'F4' },
  courier: { base: 'Courier', resource: 'F5' },
  'courier-bold': { base: 'Courier-Bold', resource: 'F6' },
};

/** A font with only a drawn naira sign, which the standard fonts lack. */
export const NAIRA_FONT = 'F9';

// Adobe's published widths of characters 32 to 126, in thousandths of the font size.
const metrics: Readonly<Record<Font, string>> = {
  helvetica: `278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556
    278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722
    667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556
    333 500 278 556 500 722 500 500 500 334 260 334 584`,
  'helvetica-bold': `278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
    556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667
    611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611
    611 611 389 556 333 611 556 778 556 556 500 389 280 389 584`,
  times: `250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278
    278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722
    944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333
    389 278 500 500 722 500 500 444 480 200 480 541`,
  'times-bold': `250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500
    500 333 333 570 570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667
    722 722 1000 722 722 667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556
    556 444 389 333 556 500 722 500 500 444 394 220 394 520`,
  courier: '600 '.repeat(95),
  'courier-bold': '600 '.repeat(95),
};

/** A "ti" ligature with the code U+0000, as some producers write it. */
export const LIGATURE_NUL = '\uE000';
/** A "ti" ligature with the code U+FFFD. */
export const LIGATURE_REPLACEMENT = '\uE001';

interface Glyph {
  readonly code: number;
  readonly glyph: string;
  readonly unicode: number;
  /** The character that gives its width. */
  readonly wide: string;
}

const NAIRA: Glyph = { code: 128, glyph: 'uni20A6', unicode: 0x20a6, wide: 'N' };

const extraGlyphs: Readonly<Record<string, Glyph>> = {
  '₦': NAIRA,
  [LIGATURE_NUL]: { code: 129, glyph: 't_i', unicode: 0, wide: 'ti' },
  [LIGATURE_REPLACEMENT]: { code: 130, glyph: 't_i.alt', unicode: 0xfffd, wide: 'ti' },
  '\u2212': { code: 131, glyph: 'minus', unicode: 0x2212, wide: '+' },
  '\u2013': { code: 132, glyph: 'endash', unicode: 0x2013, wide: '0' },
  '\u2019': { code: 133, glyph: 'quoteright', unicode: 0x2019, wide: 'l' },
};
const LAST_CODE = 133;

const tables = new Map<Font, Uint16Array>();

// Widths of codes 0 to 255, in thousandths of the font size.
function widthsOf(font: Font): Uint16Array {
  const known = tables.get(font);
  if (known) return known;
  const table = new Uint16Array(256);
  table.set(metrics[font].trim().split(/\s+/).map(Number), 32);
  for (const { code, wide } of Object.values(extraGlyphs))
    table[code] = encode(wide).reduce((sum, each) => sum + (table[each] ?? 0), 0);
  tables.set(font, table);
  return table;
}

/** Encodes a text. Unknown characters become question marks. */
export function encode(text: string): number[] {
  return Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return code >= 32 && code < 127 ? code : (extraGlyphs[character]?.code ?? 63);
  });
}

/** The width of a text, in points. */
export function textWidth(text: string, font: Font, size: number): number {
  const widths = widthsOf(font);
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    sum += widths[code < 127 ? code : (extraGlyphs[text[at] ?? '']?.code ?? 63)] ?? 0;
  }
  return (sum * size) / 1000;
}

/** Adds the fonts to the file. Returns the resource dictionary that names them. */
export function addFonts(objects: PdfObjects, fonts: Iterable<Font>): string {
  const toUnicode = objects.add('', toUnicodeMap());
  const entries = [...fonts].map((font) => `/${pdfFonts[font].resource} ${addFont(objects, font, toUnicode)} 0 R`);
  const drawn = objects.add(
    '',
    Buffer.from(
      '722 0 0 0 722 718 d1 80 w 115 0 m 115 718 l 607 0 l 607 718 l S 0 430 m 722 430 l 0 290 m 722 290 l S',
    ),
  );
  const { code } = NAIRA;
  const type3 = objects.add(
    `/Type /Font /Subtype /Type3 /FontBBox [0 0 722 718] /FontMatrix [.001 0 0 .001 0 0] ` +
      `/CharProcs << /naira ${drawn} 0 R >> /Encoding << /Type /Encoding /Differences [${code} /naira] >> ` +
      `/FirstChar ${code} /LastChar ${code} /Widths [722] /Resources << >> /ToUnicode ${toUnicode} 0 R`,
  );
  return `<< ${entries.join(' ')} /${NAIRA_FONT} ${type3} 0 R >>`;
}

function addFont(objects: PdfObjects, font: Font, toUnicode: number): number {
  const { base } = pdfFonts[font];
  const descriptor = objects.add(
    `/Type /FontDescriptor /FontName /${base} /Flags 32 /FontBBox [-170 -230 1000 930] ` +
      '/ItalicAngle 0 /Ascent 718 /Descent -207 /CapHeight 718 /StemV 88',
  );
  const differences = Object.values(extraGlyphs).map(({ code, glyph }) => `${code} /${glyph}`);
  return objects.add(
    `/Type /Font /Subtype /Type1 /BaseFont /${base} /FirstChar 32 /LastChar ${LAST_CODE} ` +
      `/Widths [${widthsOf(font)
        .slice(32, LAST_CODE + 1)
        .join(' ')}] /FontDescriptor ${descriptor} 0 R ` +
      '/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding ' +
      `/Differences [${differences.join(' ')}] >> /ToUnicode ${toUnicode} 0 R`,
  );
}

function toUnicodeMap(): Buffer {
  const hex = (value: number, digits: number) => `<${value.toString(16).padStart(digits, '0')}>`;
  const singles = Object.values(extraGlyphs).map(({ code, unicode }) => `${hex(code, 2)} ${hex(unicode, 4)}`);
  return Buffer.from(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def ' +
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange\n' +
      `1 beginbfrange <20> <7e> <0020> endbfrange\n${singles.length} beginbfchar\n${singles.join('\n')}\n` +
      'endbfchar\nendcmap end end',
  );
}
