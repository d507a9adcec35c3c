/** A kind of program that no bank's system uses for statements, with what it is, for people. */
interface ProgramKind {
  readonly what: string;
  /** Names as programs write them into their files. A word boundary is on both sides. */
  readonly names: readonly string[];
}

const kinds: readonly ProgramKind[] = [
  {
    // A bank's system prints from its database. A document of words or cells can be typed by anyone.
    what: 'a program for writing documents and tables',
    names: [
      ...['Microsoft Word', 'Microsoft Excel', 'Microsoft PowerPoint', 'Microsoft Publisher', 'Microsoft Visio'],
      ...['Microsoft Office Word', 'Microsoft Office Excel', 'Microsoft Access', 'Acrobat PDFMaker', 'LibreOffice'],
      ...['OpenOffice', 'NeoOffice', 'OpenOffice.org', 'WPS Office', 'WPS Writer', 'WPS Spreadsheets', 'WPS 表格'],
      ...['WPS 文字', 'Kingsoft', 'ONLYOFFICE', 'Google Docs', 'Google Sheets', 'Google Slides', 'Zoho Writer'],
      ...['Zoho Sheet', 'Polaris Office', 'SoftMaker', 'TextMaker', 'PlanMaker', 'AbiWord', 'Calligra', 'Hancom'],
    ],
  },
  {
    // A statement is a report. These programs draw, or change pictures.
    what: 'a program for drawing and for pictures',
    names: [
      ...['Photoshop', 'Illustrator', 'InDesign', 'Adobe Express', 'Adobe Fireworks', 'GIMP', 'Inkscape', 'CorelDRAW'],
      ...['Corel PHOTO-PAINT', 'Affinity Designer', 'Affinity Photo', 'Affinity Publisher', 'Canva'],
      ...['Figma', 'Scribus', 'Pixelmator', 'Paint.NET', 'Krita', 'Photopea', 'PicsArt', 'ImageMagick', 'QuarkXPress'],
      ...['Vectr', 'Gravit Designer', 'Microsoft Paint', 'PhotoScape'],
    ],
  },
  {
    // Their purpose is to change a finished PDF: text, figures, pages.
    what: 'an editor for PDF files',
    names: [
      ...['Adobe Acrobat Pro', 'Adobe Acrobat Standard', 'Adobe Acrobat DC', 'Adobe Acrobat', 'Acrobat Pro', 'PDFsam'],
      ...['Foxit PDF Editor', 'Foxit PhantomPDF', 'Foxit Phantom', 'Foxit Editor', 'Foxit Reader', 'Foxit PDF Reader'],
      ...['Foxit Advanced PDF Editor', 'Nitro Pro', 'Nitro PDF', 'Nitro Reader', 'PDF-XChange', 'PDFXChange'],
      ...['PDFelement', 'Wondershare', 'iLovePDF', 'Smallpdf', 'Sejda', 'SAMBox', 'PDFescape', 'DocHub', 'pdfFiller'],
      ...[
        'Soda PDF',
        'PDF Candy',
        'Xodo',
        'Master PDF Editor',
        'Infix PDF Editor',
        'PDF24',
        'FineReader',
        'ABBYY',
        'Power PDF',
      ],
      ...['Nuance PDF', 'PDF Expert', 'PDF Architect', 'PDFgear', 'Movavi', 'Icecream PDF', 'EaseUS PDF', 'UPDF'],
      ...['LightPDF', 'Apowersoft', 'Able2Extract', 'PDF Studio', 'Bluebeam', 'Drawboard', 'PDFill', 'PDF Annotator'],
      ...['Xournal', 'Xournal++', 'Okular', 'AvePDF', 'PDF2Go', 'Online2PDF', 'CleverPDF', 'HiPDF', 'PDFSimpli'],
      ...['PDFChef', 'DeftPDF', 'Swifdoo', 'SwifDoo PDF', 'ApowerPDF', 'WPS PDF', 'PDFzorro', 'Formstack'],
    ],
  },
  {
    // The pages of another program, printed once more. What made them is no longer known.
    what: 'a printer driver that turns the pages of any program into a PDF',
    names: [
      ...['Microsoft: Print To PDF', 'Microsoft Print to PDF', 'Bullzip', 'CutePDF', 'doPDF', 'novaPDF', 'PDFCreator'],
      ...['PrimoPDF', 'Win2PDF', 'BioPDF', 'PDF reDirect', 'CUPS-PDF', 'pdfFactory', 'ReaSoft', 'PDF995', 'pdf995'],
    ],
  },
  {
    what: 'a program that makes PDFs from photographs',
    names: [
      ...['CamScanner', 'INTSIG', 'Adobe Scan', 'Microsoft Lens', 'Office Lens', 'Genius Scan', 'TapScanner'],
      ...['Scanner Pro', 'SwiftScan', 'vFlat', 'ClearScanner', 'Tiny Scanner', 'Notebloc'],
    ],
  },
];

/** A program that someone can edit a statement with. */
export interface EditingProgram {
  readonly name: string;
  /** What it is, for people. */
  readonly what: string;
}

// Trademark signs stand anywhere: `Microsoft® Excel® 2019`.
const plain = (text: string) => text.replace(/[®™©]|\((?:r|tm|c)\)/gi, '').replace(/\s+/g, ' ');

// Searched one by one: a pattern of a hundred names takes longer to compile than ten pages to read.
const programs = kinds.flatMap(({ what, names }) =>
  [...names]
    // The longest name first, because it says most.
    .sort((one, other) => other.length - one.length)
    .map((name) => ({ program: { name, what }, wanted: name.toLowerCase() })),
);

const LETTER = /[\p{L}\d]/u;

function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + words.length] ?? '')) return true;
  return false;
}

// Parts of bank systems whose names contain one of ours.
const REPORTING = /Reporting Services|Acrobat Distiller|Adobe (?:LiveCycle|Experience Manager|Output|Central)/i;

/** The first editing program that a text of the metadata names. */
export function editingProgramIn(text: string): EditingProgram | undefined {
  if (REPORTING.test(text)) return undefined;
  const words = plain(text).toLowerCase();
  return programs.find(({ wanted }) => hasWords(words, wanted))?.program;
}

/**
 * Systems that always write their files themselves, with what they call themselves as the producer. If the file names
 * one as its creator and another producer, a further program wrote the file.
 */
const writers: readonly (readonly [name: string, creator: RegExp, producer: RegExp])[] = [
  ['a browser', /Chrome|Chromium|Mozilla\/5\.0/i, /Skia|Chrom|Qt|Quartz|cairo/i],
  ['wkhtmltopdf', /wkhtmltopdf/i, /Qt|wkhtmltopdf/i],
  ['ReportLab', /ReportLab/i, /ReportLab/i],
  ['PDFKit', /^PDFKit/i, /PDFKit/i],
  ['TCPDF', /\bTCPDF/i, /TCPDF/i],
  ['mPDF', /\bmPDF/i, /mPDF/i],
  ['Apache FOP', /Apache FOP/i, /Apache FOP/i],
  ['Crystal Reports', /Crystal/i, /Crystal/i],
  ['Microsoft Reporting Services', /Reporting Services/i, /Reporting Services/i],
  ['JasperReports', /JasperReports/i, /iText|OpenPDF|Lowagie|Jasper/i],
  ['Oracle BI Publisher', /Oracle (?:BI|XML|Reports|Analytics)/i, /Oracle/i],
  ['cairo', /^cairo/i, /cairo/i],
  ['Typst', /^Typst/i, /Typst/i],
];

// Report systems run these on their own files: to print them, lock them, stamp them or sign them.
const FINISHERS =
  /Ghostscript|iText|Lowagie|OpenPDF|PDFBox|qpdf|Distiller|PDFlib|Aspose|Apryse|PDFTron|Faceless|Syncfusion|pyHanko/i;

/** The system that the creator names, if the producer is another program. */
export function writerBeforeAnother(creator: string, producer: string): string | undefined {
  if (producer.trim() === '' || FINISHERS.test(producer)) return undefined;
  const found = writers.find(([, byCreator]) => byCreator.test(creator));
  return found && !found[2].test(producer) ? found[0] : undefined;
}
