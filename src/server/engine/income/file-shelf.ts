/** A world keeps the newest of the files that were uploaded to it, so many and so many bytes; the newest one stays whatever its size. */
const FILES_KEPT = 100;
const BYTES_KEPT = 33_554_432;

/** The statements that were uploaded to a world, by the id that their addresses end with. Bytes are never changed, so that worlds may share them. */
export class FileShelf {
  readonly #files: Map<string, Uint8Array>;
  #bytes = 0;

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#files = new Map(files);
    for (const { byteLength } of files.values()) this.#bytes += byteLength;
  }

  /** Puts a file onto the shelf; old ones make room. */
  add(id: string, bytes: Uint8Array): void {
    this.#files.set(id, bytes);
    this.#bytes += bytes.byteLength;
    for (const [oldest, { byteLength }] of this.#files) {
      if (oldest === id || (this.#files.size <= FILES_KEPT && this.#bytes <= BYTES_KEPT)) return;
      this.#files.delete(oldest);
      this.#bytes -= byteLength;
    }
  }

  find(id: string): Uint8Array | undefined {
    return this.#files.get(id);
  }

  /** What lies on it, oldest first. */
  list(): ReadonlyMap<string, Uint8Array> {
    return new Map(this.#files);
  }
}
