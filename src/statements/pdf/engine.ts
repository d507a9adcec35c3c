import { ConfigurationError } from '../../errors.ts';

/** What is used of the engine, PDF.js as `unpdf` carries it; its own declarations want the types of a browser. */
export interface PdfEngine {
  getDocument(source: Readonly<Record<string, unknown>>): EngineTask;
}

/** A document that is being opened. */
export interface EngineTask {
  readonly promise: Promise<EngineDocument>;
  /** Asked when the document does not open; `retry` tries another password, or ends with an error. */
  onPassword: ((retry: (password: string | Error) => void, reason: number) => void) | undefined;
  destroy(): Promise<void>;
}

/** An open document. */
export interface EngineDocument {
  readonly numPages: number;
  getPage(page: number): Promise<EnginePage>;
  /** Forgets fonts and what was made of them; they are made again when a page needs them. */
  cleanup(): Promise<void>;
}

/** A page of it. */
export interface EnginePage {
  getViewport(options: { readonly scale: number }): EngineViewport;
  streamTextContent(options: {
    readonly disableNormalization: boolean;
  }): ReadableStream<{ readonly items: readonly EngineItem[] }>;
  cleanup(): boolean;
}

/** An affine transformation, as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Where the page's own coordinates come to lie when it is shown: rotated as the page says, y growing downwards. */
export interface EngineViewport {
  readonly width: number;
  readonly height: number;
  readonly transform: Matrix;
}

/** A piece of text in the page's own coordinates. */
export interface EngineItem {
  readonly str: string;
  readonly transform: Matrix;
  /** Along the line it runs in. */
  readonly width: number;
}

// By a name that the compiler does not follow: the engine's declarations want the types of a browser.
const name: string = 'unpdf';

const INSTALL = 'npm install unpdf@~1.7';

/**
 * Loads the optional peer; marks for bundlers keep it out of their output, because it need not be installed.
 * @throws ConfigurationError with the install command, if it is not there or does not suit this Node
 */
export async function loadEngine(
  importPeer: () => Promise<unknown> = () =>
    import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name),
): Promise<PdfEngine> {
  const peer = await importPeer().catch((cause: unknown) => {
    throw isMissing(cause) ? unsuitable(`is not installed: ${INSTALL}`, cause) : doesNotLoad(cause);
  });
  const { getResolvedPDFJS }: { getResolvedPDFJS?: () => Promise<Partial<PdfEngine>> } = Object(peer);
  if (typeof getResolvedPDFJS !== 'function') throw unsuitable(`is of a version that does not fit: ${INSTALL}`);
  const { getDocument } = await getResolvedPDFJS().catch((cause: unknown) => {
    throw doesNotLoad(cause);
  });
  if (typeof getDocument !== 'function') throw unsuitable(`is of a version that does not fit: ${INSTALL}`);
  return { getDocument };
}

// Later lines of unpdf want a newer Node and fail in ways of their own while they load.
function doesNotLoad(cause: unknown): ConfigurationError {
  return unsuitable(`is installed in a version that does not load on Node ${process.versions.node}: ${INSTALL}`, cause);
}

function unsuitable(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit/statements', [{ path: 'unpdf', message }], { cause });
}

// A package that unpdf itself misses is unpdf's failure.
function isMissing(cause: unknown): boolean {
  const { code, message }: { code?: unknown; message?: unknown } = Object(cause);
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isNotFound && /Cannot find (package|module) 'unpdf'/.test(String(message));
}
