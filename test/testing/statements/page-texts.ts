/** What is used of the engine; its own declarations need the types of a browser. */
interface Engine {
  getDocumentProxy(data: Uint8Array, options: { readonly password?: string }): Promise<EngineDocument>;
}

interface EngineDocument {
  readonly numPages: number;
  getPage(
    number: number,
  ): Promise<{ getTextContent(): Promise<{ readonly items: readonly { readonly str?: string }[] }> }>;
  cleanup(): Promise<void>;
}

const name: string = 'unpdf';

/** The text of each page without its blanks, in the order it is drawn. */
export async function pageTexts(pdf: Uint8Array, password?: string): Promise<string[]> {
  const { getDocumentProxy }: Engine = await import(name);
  const document = await getDocumentProxy(pdf.slice(), password === undefined ? {} : { password });
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map(({ str = '' }) => squeezed(str)).join(''));
  }
  await document.cleanup();
  return texts;
}

/** A text without its blanks. */
export function squeezed(text: string): string {
  return text.replace(/\s/g, '');
}
