import { baseFonts, extraGlyphs, type Font, widthsOf } from './font-metrics.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Its name in a page's resources. */
export const fontNames: Readonly<Record<Font, string>> = {
  helvetica: 'F1',
  'helvetica-bold': 'F2',
  times: 'F3',
  'times-bold': 'F4',
  courier: 'F5',
  'courier-bold': 'F6',
};

/** The font that holds nothing but a drawn naira sign: the standard fonts have none. */
export const NAIRA_FONT = 'F9';

/** Adds the fonts to the file; gives back the resource dictionary that names them. */
export function addFonts(objects: PdfObjects, fonts: Iterable<Font>): string {
  const naira = extraGlyphs['₦'];
  const all = Object.values(extraGlyphs);
  const toUnicode = objects.add('', toUnicodeMap(all));
  const entries = [...fonts].map((font) => `/${fontNames[font]} ${addFont(objects, font, toUnicode)} 0 R`);
  const drawn = objects.add(
    '',
    Buffer.from(
      '722 0 0 0 722 718 d1 80 w 115 0 m 115 718 l 607 0 l 607 718 l S 0 430 m 722 430 l 0 290 m 722 290 l S',
    ),
  );
  const type3 = objects.add(
    `/Type /Font /Subtype /Type3 /FontBBox [0 0 722 718] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /naira ${drawn} 0 R >> ` +
      `/Encoding << /Type /Encoding /Differences [${naira?.code} /naira] >> /FirstChar ${naira?.code} /LastChar ${naira?.code} /Widths [722] /Resources << >> /ToUnicode ${toUnicode} 0 R`,
  );
  return `<< ${entries.join(' ')} /${NAIRA_FONT} ${type3} 0 R >>`;
}

function addFont(objects: PdfObjects, font: Font, toUnicode: number): number {
  const last = Math.max(...Object.values(extraGlyphs).map(({ code }) => code));
  const name = baseFonts[font];
  const descriptor = objects.add(
    `/Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-170 -230 1000 930] /ItalicAngle 0 /Ascent 718 /Descent -207 /CapHeight 718 /StemV 88`,
  );
  const differences = Object.values(extraGlyphs).map(({ code, glyph }) => `${code} /${glyph}`);
  return objects.add(
    `/Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 32 /LastChar ${last} /Widths [${[...widthsOf(font).slice(32, last + 1)].join(' ')}] ` +
      `/FontDescriptor ${descriptor} 0 R /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences.join(' ')}] >> /ToUnicode ${toUnicode} 0 R`,
  );
}

function toUnicodeMap(extra: readonly { readonly code: number; readonly unicode: number }[]): Buffer {
  const hex = (value: number, digits: number) => `<${value.toString(16).padStart(digits, '0')}>`;
  const singles = extra.map(({ code, unicode }) => `${hex(code, 2)} ${hex(unicode, 4)}`);
  return Buffer.from(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def ' +
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange\n' +
      `1 beginbfrange <20> <7e> <0020> endbfrange\n${singles.length} beginbfchar\n${singles.join('\n')}\nendbfchar\nendcmap end end`,
  );
}
