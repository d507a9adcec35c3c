import type { Chance } from '../../../src/testing/statements/chance.ts';
import { type Browser, launchChromium } from '../../browser.ts';
import { addPages, RawPdf } from '../../statements/pdf/raw-pdf.ts';

/** How a page is scanned. */
export interface Scanning {
  readonly dpi: number;
  /** Of JPEG, from 1 to 100. Undefined: without loss. */
  readonly quality?: number;
  /** CSS of the page. */
  readonly css: string;
  readonly name: string;
}

export const cleanScan: Scanning = { dpi: 200, css: '', name: 'clean' };

/** A scan that is askew, blurred, pale, coarse, compressed, noisy or several of these. */
export function badScan(chance: Chance): Scanning {
  const has = () => chance.happens(0.4);
  const skew = has() ? (chance.happens(0.5) ? 1 : -1) * (0.3 + 3.2 * chance.next()) : 0;
  const blur = has() ? 0.2 + 0.5 * chance.next() : 0;
  const contrast = has() ? 0.35 + 0.4 * chance.next() : 1;
  const isNoisy = has();
  const dpi = has() ? chance.between(110, 150) : 200;
  const quality = chance.between(15, 60);
  const filters = [blur > 0 && `blur(${blur}px)`, contrast < 1 && `contrast(${contrast}) brightness(1.2)`].filter(
    Boolean,
  );
  const noise =
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cfilter id='n'%3E%3CfeTurbulence baseFrequency='.9'/%3E" +
    "%3CfeColorMatrix values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .45 0'/%3E%3C/filter%3E%3Crect width='100%25' height='100%25' filter='url(%23n)'/%3E%3C/svg%3E\")";
  const css = `html { background: #fff } body { transform: rotate(${skew}deg); filter: ${filters.join(' ') || 'none'} }
    ${isNoisy ? `body::after { content: ''; position: absolute; inset: 0; background: ${noise} }` : ''}`;
  const name = `${skew.toFixed(1)} degrees, blur ${blur.toFixed(1)}, contrast ${contrast.toFixed(1)}, ${isNoisy ? 'noise, ' : ''}${dpi} dpi, JPEG ${quality}`;
  return { dpi, quality, css, name };
}

const CSS_DPI = 96;
const A4 = { width: 794, height: 1123 };

/** Takes pictures of pages with Chromium, and puts them into PDFs. */
export class Scanner implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<Scanner> {
    return new Scanner(await launchChromium());
  }

  async scan(html: string, { dpi, quality, css }: Scanning): Promise<Buffer> {
    const context = await this.#browser.newContext({ viewport: A4, deviceScaleFactor: dpi / CSS_DPI });
    const page = await context.newPage();
    await page.goto(`data:text/html;base64,${Buffer.from(`${html}<style>${css}</style>`).toString('base64')}`);
    const picture = await page.screenshot(quality === undefined ? { type: 'png' } : { type: 'jpeg', quality });
    await context.close();
    return pdfOf(picture);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

function pdfOf(picture: Buffer): Buffer {
  const pdf = new RawPdf();
  const { width, height, filter, data } = picture[0] === 0x89 ? png(picture) : jpeg(picture);
  const size = `/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB`;
  const image = pdf.stream(`/Type/XObject/Subtype/Image${size}${filter(width)}`, data);
  const resources = () => `/XObject<</P ${image} 0 R>>`;
  return pdf.build({ root: addPages(pdf, ['q 595 0 0 842 0 0 cm /P Do Q'], { resources }) });
}

/** The parts of a PNG without opacity, which PDF reads as they are. */
function png(file: Buffer) {
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  if (file[25] !== 2) throw new Error('Chromium took a picture with opacity');
  const filter = (width: number) =>
    `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns ${width}>>`;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), filter, data: Buffer.concat(data) };
}

const START_OF_FRAME = 0xc0;

function jpeg(file: Buffer) {
  let at = 2;
  while (((file[at + 1] ?? 0) & 0xfc) !== START_OF_FRAME || file[at + 1] === 0xc4) at += 2 + file.readUInt16BE(at + 2);
  return {
    width: file.readUInt16BE(at + 7),
    height: file.readUInt16BE(at + 5),
    filter: () => '/Filter/DCTDecode',
    data: file,
  };
}
