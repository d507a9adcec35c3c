import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../src/statements/integrity/file-revisions.ts';
import { type DocumentFacts, documentFindings } from '../../../src/statements/integrity/integrity-findings.ts';
import { entry } from '../../cli/statement/sample-statement.ts';

const plain: FileFacts = {
  updates: [],
  isSigned: false,
  infoChange: 'none',
  expectsInfo: true,
  hasAttachments: false,
  launches: false,
  hasScripts: false,
  looks: undefined,
};
const info = { Producer: 'iText 2.1.7 by 1T3XT', CreationDate: "D:20240405101500+01'00'" };

interface Facts extends Partial<DocumentFacts> {
  readonly file?: Partial<FileFacts>;
  readonly days?: readonly string[];
}

function codes({ file, days = [], ...document }: Facts): string[] {
  const transactions = days.map((day) => entry(day, 1, 1));
  const facts = { info, xmp: undefined, scripts: [], ...document };
  return documentFindings({ ...plain, ...file }, facts, { transactions }).map(
    ({ code, severity }) => `${code} ${severity}`,
  );
}

const messagesOf = (document: Partial<DocumentFacts>) =>
  documentFindings(plain, { info, xmp: undefined, scripts: [], ...document }, { transactions: [] }).map(
    ({ message }) => message,
  );

const packet = (...elements: readonly string[]) =>
  `<x:xmpmeta><rdf:RDF><rdf:Description xmlns:pdf="p">${elements.join('')}</rdf:Description></rdf:RDF></x:xmpmeta>`;

describe('the program that a file names', () => {
  test.each([
    'Microsoft® Word 2019',
    'Microsoft® Excel® for Microsoft 365',
    'Acrobat PDFMaker 17 for Word',
    'LibreOffice 7.3',
    'WPS Office',
    'Skia/PDF m90 Google Docs Renderer',
    'Adobe Photoshop 21.2 (Windows)',
    'Adobe Illustrator CC 23.0 (Macintosh)',
    'inkscape 1.2',
    'Canva',
    'Adobe Acrobat Pro DC 20.6',
    'Foxit PhantomPDF - Foxit Software Inc.',
    'PDF-XChange Editor 8.0',
    'iLovePDF',
    'SAMBox 1.1.19 (www.sejda.org)',
    'Wondershare PDFelement',
    'Microsoft: Print To PDF',
    'doPDF Ver 8.1',
    'intsig.com pdf producer CamScanner',
  ])('%s is suspicious', (program) => {
    expect(codes({ info: { ...info, Producer: program } })).toEqual(['editing_program suspicious']);
    expect(codes({ info: { ...info, Creator: program } })).toEqual(['editing_program suspicious']);
  });

  test.each([
    ['JasperReports Library version 6.16', 'iText 2.1.7 by 1T3XT'],
    ['JasperReports (Statement)', 'iText 2.1.7 by 1T3XT; modified using iText 7.1.2'],
    ['Crystal Reports', 'Powered By Crystal'],
    ['Oracle BI Publisher 12.2.1', 'Oracle BI Publisher 12.2.1'],
    ['Microsoft Reporting Services 2017', 'Microsoft Reporting Services PDF Rendering Extension 14.0'],
    ['Apache FOP Version 2.6', 'Apache FOP Version 2.6'],
    ['wkhtmltopdf 0.12.6', 'Qt 4.8.7'],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0 Safari/537.36', 'Skia/PDF m120'],
    ['PDFKit', 'PDFKit'],
    ['', 'TCPDF 6.6.2 (http://www.tcpdf.org)'],
    ['ReportLab PDF Library - www.reportlab.com', 'ReportLab PDF Library - www.reportlab.com; pyHanko 0.20'],
    ['Aspose Pty Ltd.', 'Aspose.PDF for .NET 23.1'],
    ['Telerik Reporting', 'Telerik Reporting'],
    ['DevExpress.XtraReports', 'DevExpress Reports'],
    ['PScript5.dll Version 5.2.2', 'Acrobat Distiller 9.0.0 (Windows)'],
    ['Statement Service', 'pdf-lib (https://github.com/Hopding/pdf-lib)'],
    ['', 'GPL Ghostscript 9.55.0'],
    ['wkhtmltopdf 0.12.6', 'GPL Ghostscript 9.55.0'],
    ['Sterling Canvas Bank core', 'Word4 report engine'],
  ])('%s with %s is clean', (Creator, Producer) => {
    expect(codes({ info: { ...info, Creator, Producer } })).toEqual([]);
  });

  test.each([
    ['Mozilla/5.0 (X11) HeadlessChrome/120.0', 'pdf-lib (https://github.com/Hopding/pdf-lib)'],
    ['ReportLab PDF Library - www.reportlab.com', 'pypdf'],
    ['wkhtmltopdf 0.12.6', 'PDFium'],
  ])('%s gets a note if %s wrote the file', (Creator, Producer) => {
    expect(codes({ info: { ...info, Creator, Producer } })).toEqual(['metadata_differs note']);
    expect(codes({ info: { ...info, Creator, Producer }, file: { isSigned: true } })).toEqual([]);
  });

  test('is found in the history of the XMP packet too', () => {
    const history = '<rdf:li stEvt:action="saved" stEvt:softwareAgent="Adobe Photoshop CS6 (Windows)"/>';
    expect(messagesOf({ xmp: packet(history) })).toEqual([
      'The file names Photoshop, which is a program for drawing and for pictures.',
    ]);
  });
});

describe('the dates of a file', () => {
  test.each([
    ["D:20240405101500+01'00'", []],
    ["D:20240405104500+01'00'", []],
    ['D:20240405092000Z', []],
    ["D:20240405190000+01'00'", ['modified_later note']],
    ["D:20240501101500+01'00'", ['modified_later suspicious']],
    ["D:20240301101500+01'00'", ['metadata_differs suspicious']],
    ['D:19700101000000Z', []],
    ['yesterday', []],
  ])('changed at %s', (ModDate, expected) => {
    expect(codes({ info: { ...info, ModDate } })).toEqual(expected);
  });

  test('may be later if the file is signed, and nothing else was changed', () => {
    const ModDate = 'D:20240501101500Z';
    expect(codes({ info: { ...info, ModDate }, file: { isSigned: true } })).toEqual([]);
    const updates = [{ code: 'incremental_update', severity: 'contradiction', message: 'x' } as const];
    expect(codes({ info: { ...info, ModDate }, file: { isSigned: true, updates } })).toContain(
      'modified_later suspicious',
    );
  });

  test('contradict entries after them', () => {
    expect(codes({ days: ['2024-04-01', '2024-04-10'] })).toEqual([]);
    expect(codes({ days: ['2024-04-01', '2024-04-12'] })).toEqual(['made_before_period_end contradiction']);
    expect(codes({ days: ['2025-04-01', '2025-04-30'] })).toEqual(['made_before_period_end contradiction']);
    // A template is filled in years after it was made.
    const ModDate = 'D:20260405101500Z';
    expect(codes({ info: { ...info, ModDate }, days: ['2026-04-01'] })).toEqual(['modified_later suspicious']);
  });

  test.each([
    'D:16010101000000Z',
    "D:19700101000000+00'00'",
    'D:19800101',
    'D:20000101000000+00',
    "D:20200101000000+01'00'",
  ])('of a clock that was not set say nothing: %s', (CreationDate) => {
    expect(codes({ info: { ...info, CreationDate }, days: ['2024-04-01'] })).toEqual([]);
    expect(codes({ info: { ...info, CreationDate, ModDate: 'D:20240405' }, days: ['2024-04-01'] })).toEqual([]);
    expect(codes({ info: { ...info, CreationDate, ModDate: CreationDate }, days: ['2024-04-01'] })).toEqual([]);
  });

  test('of a template that is many years older than all entries say nothing', () => {
    expect(codes({ days: ['2031-04-01', '2031-04-30'] })).toEqual([]);
  });

  test('are compared with those of the XMP packet', () => {
    const created = (date: string) => packet(`<xmp:CreateDate>${date}</xmp:CreateDate>`);
    expect(codes({ xmp: created('2024-04-05T09:15:00Z') })).toEqual([]);
    expect(codes({ xmp: created('2023-11-30T09:15:00Z') })).toEqual(['metadata_differs suspicious']);
    expect(codes({ xmp: '<rdf:Description xmp:CreateDate="2023-11-30T09:15:00Z"/>' })).toEqual([
      'metadata_differs suspicious',
    ]);
  });
});

describe('the metadata of a file', () => {
  test('names one program in both places, with or without its version', () => {
    const by = (producer: string) => packet(`<pdf:Producer>${producer}</pdf:Producer>`);
    expect(codes({ xmp: by('iText 2.1.7 by 1T3XT') })).toEqual([]);
    expect(codes({ xmp: by('iText 2.1.7 by 1T3XT; modified using iText 7') })).toEqual([]);
    expect(codes({ xmp: by('Quadient CXM') })).toEqual(['metadata_differs note']);
  });

  test('may be missing, which is a note, but not if a revision removed it', () => {
    expect(codes({ info: {} })).toEqual(['metadata_missing note']);
    expect(codes({ info: { Producer: 'Qt 4.8.7' } })).toEqual([]);
    expect(codes({ info: {}, xmp: packet('<pdf:Producer>Qt 4.8.7</pdf:Producer>') })).toEqual([]);
    expect(codes({ info: {}, file: { expectsInfo: false } })).toEqual([]);
    expect(codes({ file: { infoChange: 'redated' } })).toEqual(['metadata_differs suspicious']);
    expect(codes({ info: {}, file: { infoChange: 'removed' } })).toEqual(['metadata_missing suspicious']);
  });
});

describe('active content', () => {
  test.each<[string, Facts, string]>([
    ['JavaScript', { scripts: ['app.alert("a")'] }, 'active_content suspicious'],
    ['JavaScript of a page', { file: { hasScripts: true } }, 'active_content suspicious'],
    ['printing at once', { scripts: ['this.print(true);'] }, 'active_content note'],
    ['starting a program', { file: { launches: true } }, 'active_content suspicious'],
    ['other files', { file: { hasAttachments: true } }, 'attachments note'],
  ])('%s is reported', (_, facts, expected) => {
    expect(codes(facts)).toEqual([expected]);
  });
});
