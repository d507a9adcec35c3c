import { loadEngine, openPdf } from '../../../src/statements/pdf/open-pdf.ts';
import type { TextPage } from '../../../src/statements/pdf/text-page.ts';
import { defaultLimits } from '../../../src/statements/read-options.ts';

const mostPixels = defaultLimits.pixels;

/** All pages of a PDF, read in this thread. */
export async function pagesOf(bytes: Uint8Array, password?: string): Promise<TextPage[]> {
  const pdf = await openPdf(await loadEngine(), new Uint8Array(bytes), { password, mostPixels });
  try {
    const pages: TextPage[] = [];
    for (let page = 1; page <= pdf.pages; page += 1) pages.push(await pdf.textPage(page, { onChunk: () => undefined }));
    return pages;
  } finally {
    await pdf.close();
  }
}

/** The words of the first page, in the order they are drawn. */
export async function wordsOf(bytes: Uint8Array, password?: string): Promise<string[]> {
  const [page] = await pagesOf(bytes, password);
  return page?.pieces.map(({ text }) => text) ?? [];
}
