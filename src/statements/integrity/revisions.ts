import { dataEnd, type ObjectPlace, type Section, streamData } from './cross-references.ts';
import { objectAt, type PdfObject, referenceIn, skipBlanks, wholeNumbersIn } from './pdf-syntax.ts';

// Bounds the work on a hostile file. A statement of a thousand pages has a tenth of these objects.
const MOST_READS = 100_000;
const MOST_MEMBERS = 100_000;

const HEADER = /(\d{1,10})\s+\d{1,5}\s+obj/y;

/** The objects of a file in all of its revisions. */
export class FileObjects {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly #packed = new Map<number, ReadonlyMap<number, string>>();
  readonly #known = new Map<number, PdfObject | undefined>();
  #reads = 0;

  constructor(text: string, sections: readonly Section[]) {
    this.text = text;
    this.sections = sections;
  }

  /** The place of an object for a reader who knows the sections up to `revision` only. */
  placeOf(number: number, revision: number): ObjectPlace | undefined {
    for (let at = revision; at >= 0; at -= 1) {
      const section = this.sections[at];
      const place = section?.places.get(number);
      if (place !== undefined || section?.free.has(number)) return place;
    }
    return undefined;
  }

  /** Reads an object as of a revision. Undefined if it does not exist, or is packed and encrypted. */
  read(number: number, revision: number): PdfObject | undefined {
    const place = this.placeOf(number, revision);
    if (!place) return undefined;
    this.#reads += 1;
    if (this.#reads > MOST_READS) throw new RangeError('The file needs more work than any statement.');
    return 'offset' in place ? this.#objectAt(place.offset, number) : this.#memberOf(place.stream, number, revision);
  }

  /** The value of an entry, or of the object to which it refers. */
  resolve(value: string | undefined, revision: number): PdfObject | undefined {
    if (value === undefined) return undefined;
    const number = referenceIn(value);
    return number === undefined ? objectAt(value, 0) : this.read(number, revision);
  }

  /** The data of a stream as stored. */
  rawData({ entries, dataAt }: PdfObject): string {
    return dataAt === undefined ? '' : this.text.slice(dataAt, dataEnd(this.text, entries, dataAt));
  }

  /** The decoded data of a stream, if it is deflated or not compressed, and not encrypted. */
  data({ entries, dataAt }: PdfObject): Buffer | undefined {
    return dataAt === undefined ? undefined : streamData(this.text, entries, dataAt);
  }

  #objectAt(offset: number, number: number): PdfObject | undefined {
    if (this.#known.has(offset)) return this.#known.get(offset);
    const from = skipBlanks(this.text, offset);
    HEADER.lastIndex = from;
    const header = HEADER.exec(this.text);
    const found = Number(header?.[1]) === number && header ? objectAt(this.text, from + header[0].length) : undefined;
    this.#known.set(offset, found);
    return found;
  }

  #memberOf(stream: number, number: number, revision: number): PdfObject | undefined {
    const place = this.placeOf(stream, revision);
    if (!place || !('offset' in place)) return undefined;
    const members = this.#packed.get(place.offset) ?? this.#unpack(place.offset, stream);
    this.#packed.set(place.offset, members);
    const body = members.get(number);
    return body === undefined ? undefined : objectAt(body, 0);
  }

  #unpack(offset: number, stream: number): ReadonlyMap<number, string> {
    const members = new Map<number, string>();
    const object = this.#objectAt(offset, stream);
    const text = object && this.data(object)?.toString('latin1');
    const first = wholeNumbersIn(object?.entries.get('First'))?.[0];
    const count = wholeNumbersIn(object?.entries.get('N'))?.[0];
    if (text === undefined || first === undefined || count === undefined || count > MOST_MEMBERS) return members;
    const index = text.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at < 2 * count; at += 2) {
      const [number = -1, from = 0, next] = [index[at], index[at + 1], index[at + 3]];
      members.set(number, text.slice(first + from, next === undefined ? text.length : first + next));
    }
    return members;
  }
}
