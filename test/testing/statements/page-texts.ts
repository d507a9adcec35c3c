import { getDocumentProxy } from 'unpdf';

/** The text of each page without its blanks, in the order it is drawn. */
export async function pageTexts(pdf: Uint8Array, password?: string): Promise<string[]> {
  const document = await getDocumentProxy(pdf.slice(), password === undefined ? {} : { password });
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str.replace(/\s/g, '') : '')).join(''));
  }
  await document.cleanup();
  return texts;
}

/** A text without its blanks. */
export function squeezed(text: string): string {
  return text.replace(/\s/g, '');
}
