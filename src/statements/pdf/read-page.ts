import { type Colour, colourOf, isReadable } from './colours.ts';
import { type EngineFont, type EngineGlyph, type OperatorList, operators } from './engine.ts';
import type { Paint } from './graphics-state.ts';
import { PagePainter } from './page-painter.ts';
import { followOperators } from './paint-operators.ts';
import { isTiling, pictureLookup } from './pictures.ts';
import { boxArea, type Corners, multiply, overlap, pathArea } from './shapes.ts';
import { type DrawnText, drawnWords, type EngineViewport, pagePieces, type TextPage } from './text-page.ts';
import { runBox, type TextRun } from './text-runs.ts';
import { solidGlyph, type UsedGlyphs } from './used-glyphs.ts';
import { isOnPage, Sights } from './visibility.ts';

/** Objects by the engine's names. Fonts and pictures arrive while the operators are read. */
interface EngineObjects {
  has(id: string): boolean;
  get(id: string, onArrival?: (object: unknown) => void): unknown;
}

export interface EnginePage {
  getViewport(options: { readonly scale: number }): EngineViewport;
  cleanup(): boolean;
  readonly objs: EngineObjects;
  readonly commonObjs: EngineObjects;
  // Not public. The public method keeps all operators of a page in memory, and a hostile page has millions.
  readonly _intentStates: Map<string, unknown>;
  readonly _transport: {
    readonly messageHandler: { sendWithStream(name: string, request: unknown): ReadableStream<OperatorList> };
  };
}

/** What the engine says only in warnings. */
export interface EngineWarnings {
  /** Pictures of more than the limit of pixels so far. */
  picturesLeftOut: number;
}

export interface PageReading {
  /** From 1. */
  readonly page: number;
  readonly isLayerShown: (layer: unknown) => boolean;
  /** Takes the glyphs of the page. */
  readonly glyphs: UsedGlyphs;
  readonly warnings: EngineWarnings;
  /** Called with the size of each chunk before the next one. */
  readonly onChunk: (pieces: number) => void;
  /** Called with the page's text and paint, before the engine drops its pictures. */
  readonly onDrawn?: ((text: TextPage, drawn: DrawnPage) => Promise<void>) | undefined;
}

/** What a page paints beside its text. */
export interface DrawnPage {
  /** In points, as shown. */
  readonly width: number;
  readonly height: number;
  /** In painting order. */
  readonly paints: readonly Paint[];
  /** Pictures are left out because they are too large. */
  readonly leavesOut: boolean;
  /** Words of comments, stamps and form fields. */
  notes(): readonly DrawnText[];
  /** Waits for a picture. */
  decoded(source: unknown): Promise<unknown>;
}

/** Reads what a person sees on a page, and reports text that the page hides. */
export async function readPage(
  page: EnginePage,
  { page: number, isLayerShown, glyphs, warnings, onChunk, onDrawn }: PageReading,
): Promise<TextPage> {
  const viewport = page.getViewport({ scale: 1 });
  const shown = { left: 0, top: 0, right: viewport.width, bottom: viewport.height };
  const fontOf = (id: string) => (page.commonObjs.has(id) ? fontIn(page.commonObjs.get(id)) : undefined);
  const patternColour = (pattern: readonly unknown[]) => colourOfPattern(pattern, page);
  const painter = new PagePainter(viewport.transform, shown, { font: fontOf, patternColour, isLayerShown });
  const leftOutBefore = warnings.picturesLeftOut;
  const reader = operatorsOf(page, number).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    await fontsOf(chunk.value, page.commonObjs);
    const before = piecesOf(painter);
    followOperators(painter, chunk.value);
    onChunk(piecesOf(painter) - before);
  }
  // A picture that is left out may hide anything.
  const leavesOut = warnings.picturesLeftOut > leftOutBefore;
  if (leavesOut) painter.paintPage('unknown');
  const pictures = await picturesUnderText(painter, page);
  const pathOf = (id: string) => (page.commonObjs.has(id) ? page.commonObjs.get(id) : undefined);
  const written: Paint[] = [];
  for (const run of painter.runs) {
    if (run.isAnnotation) written.push(markOf(run));
    addBlocks(run, (glyph) => solidGlyph(glyph, run.font, pathOf), written);
  }
  const paints = [...painter.paints, ...written];
  if (written.length > 0) paints.sort((a, b) => a.order - b.order);
  const sights = new Sights(
    paints,
    pictureLookup((source) => pictures.get(source)),
  );
  const drawn: DrawnText[] = [];
  for (const run of painter.runs) {
    if (run.isAnnotation) continue;
    const sight = sights.of(run);
    drawnWords({ run, sight, viewport }, drawn);
    if (!run.isPlain && (typeof sight !== 'string' || isOnPage(sight))) glyphs.note(run, number, pathOf);
  }
  const text = { page: number, ...pagePieces(drawn, viewport) };
  const { width, height } = viewport;
  const decoded = (source: unknown) => pictureOf(source, page);
  const notes = () => notesOf(painter, viewport);
  await onDrawn?.(text, { width, height, paints: painter.paints, leavesOut, notes, decoded });
  return text;
}

function notesOf({ runs }: PagePainter, viewport: EngineViewport): readonly DrawnText[] {
  const notes: DrawnText[] = [];
  for (const run of runs) if (run.isAnnotation) drawnWords({ run, sight: 'annotated', viewport }, notes);
  return notes;
}

// Text of an annotation hides nothing, but marks what it lies over.
function markOf(run: TextRun): Paint {
  const { order, clip, mask, blend, isAnnotation } = run;
  return { order, clip, mask, blend, isAnnotation, area: boxArea(runBox(run)), colour: 'none', alpha: 0 };
}

/** Adds the glyphs of a run that cover what is under them. */
function addBlocks(run: TextRun, cornersOf: (glyph: EngineGlyph) => Corners | false, blocks: Paint[]): void {
  if (run.isPlain || run.isInHiddenLayer) return;
  for (const [index, glyph] of run.glyphs.entries()) {
    const around = cornersOf(glyph);
    if (!around) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(around);
    const path = [0, left, bottom, 1, right, bottom, 1, right, top, 1, left, top, 4];
    // Along the line in the run's units, upwards in letter sizes.
    const matrix = multiply(run.matrix, [run.size, 0, 0, 1, run.starts[index] ?? 0, 0]);
    const { order, clip, mask, blend, isAnnotation, fill: colour, fillAlpha: alpha } = run;
    blocks.push({ order, clip, mask, blend, isAnnotation, area: pathArea(path, { matrix, around }), colour, alpha });
  }
}

// What a screen shows, with annotations, as separate operators.
const DISPLAYED = 2 + 256;
const TASK = 'read';

function operatorsOf(page: EnginePage, number: number): ReadableStream<OperatorList> {
  // Without a task of this kind, the engine drops the pictures that it decodes.
  page._intentStates.set(TASK, { renderTasks: new Set(), operatorList: { lastChunk: true } });
  return page._transport.messageHandler.sendWithStream('GetOperatorList', {
    pageId: number - 1,
    pageIndex: number - 1,
    intent: DISPLAYED,
    cacheKey: TASK,
    annotationStorage: null,
    modifiedIds: null,
  });
}

// A producer may draw a whole line at once, or each letter by itself.
const LETTERS_OF_PIECE = 12;

function piecesOf({ text }: PagePainter): number {
  return Math.ceil(text.letters / LETTERS_OF_PIECE);
}

async function fontsOf({ fnArray, argsArray }: OperatorList, objects: EngineObjects): Promise<void> {
  for (let at = 0; at < fnArray.length; at++) {
    if (fnArray[at] !== operators.setFont) continue;
    const id = argsArray[at]?.[0];
    if (typeof id === 'string' && !objects.has(id)) await arrivalOf(id, objects);
  }
}

function arrivalOf(id: string, objects: EngineObjects): Promise<unknown> {
  return new Promise((resolve) => {
    objects.get(id, resolve);
  });
}

function fontIn(object: unknown): EngineFont | undefined {
  const font: Partial<EngineFont> = Object(object);
  // The engine puts an error here for a font that it cannot use.
  return typeof font.loadedName === 'string' ? (font as EngineFont) : undefined;
}

/** Waits for the pictures that share a place with text. The others are of no interest. */
async function picturesUnderText({ paints, runs }: PagePainter, page: EnginePage): Promise<Map<unknown, unknown>> {
  const pictures = new Map<unknown, unknown>();
  const add = async ({ picture }: Paint): Promise<void> => {
    if (!picture || pictures.has(picture.source)) return;
    const { source } = picture;
    if (isTiling(source)) for (const paint of source.paints) await add(paint);
    else pictures.set(source, await pictureOf(source, page));
  };
  for (const paint of paints)
    if (paint.picture && runs.some((run) => overlap(runBox(run), paint.area.box))) await add(paint);
  return pictures;
}

async function pictureOf(source: unknown, page: EnginePage): Promise<unknown> {
  return typeof source === 'string' ? arrivalOf(source, objectsOf(source, page)) : source;
}

// The engine shares fonts and repeated pictures between pages, under names that begin like this.
function objectsOf(id: string, { objs, commonObjs }: EnginePage): EngineObjects {
  return id.startsWith('g_') ? commonObjs : objs;
}

/** The colour of a pattern whose colours are alike, such as one behind a row. */
function colourOfPattern([kind, ...values]: readonly unknown[], page: EnginePage): Colour {
  const id = values[0];
  const colours: Colour[] = [];
  if (kind === 'Shading' && typeof id === 'string') {
    const objects = objectsOf(id, page);
    const shading = objects.has(id) ? objects.get(id) : undefined;
    const stops: unknown = Array.isArray(shading) ? shading[3] : undefined;
    if (Array.isArray(stops)) for (const stop of stops) colours.push(colourOf(Object(stop)[1]));
  }
  const [first = 'unknown', ...others] = colours;
  return others.every((other) => isReadable(other, first) === false) ? first : 'unknown';
}
