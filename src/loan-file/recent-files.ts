/** Remembers what was read last, up to a number of files: the one that was not used for longest is forgotten first. */
export class RecentFiles<File> {
  readonly #files = new Map<string, File>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(fileId: string): File | undefined {
    const file = this.#files.get(fileId);
    if (file !== undefined) this.#touch(fileId, file);
    return file;
  }

  set(fileId: string, file: File): void {
    this.#touch(fileId, file);
    if (this.#files.size <= this.#most) return;
    for (const oldest of this.#files.keys()) {
      this.#files.delete(oldest);
      break;
    }
  }

  forget(fileId: string): void {
    this.#files.delete(fileId);
  }

  // A map lists in the order of insertion, so that whoever is used goes to its end.
  #touch(fileId: string, file: File): void {
    this.#files.delete(fileId);
    this.#files.set(fileId, file);
  }
}
