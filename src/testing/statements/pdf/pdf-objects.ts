/** An object of the file: a dictionary without its brackets, texts that belong into it, and a stream where it has one. */
export interface PdfObject {
  readonly dictionary: string;
  readonly stream?: Uint8Array | undefined;
  /** Kept apart, because they are encrypted with the file. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** The objects of a file under construction, numbered from 1. */
export class PdfObjects {
  readonly #objects: PdfObject[] = [];

  /** Adds one; gives back its number. */
  add(dictionary: string, stream?: Uint8Array, texts?: Readonly<Record<string, string>>): number {
    return this.#objects.push({ dictionary, stream, texts });
  }

  get all(): readonly PdfObject[] {
    return this.#objects;
  }
}
