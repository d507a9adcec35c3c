import { DEFAULT_WORLD } from './world-name.ts';

/** Where files lie: what `document_url` leads to. */
export const FILES_PATH = '/_files/';

/** What an address begins with under which a world's files lie; the file's id follows. The same id may lie in many worlds, so the world is named. */
export function filesUrl(origin: string, world: string): string {
  return `${origin}${FILES_PATH}${world === DEFAULT_WORLD ? '' : `${world}.`}`;
}

/** World and id in the name of a file. */
export function readFileName(name: string): { readonly world: string; readonly id: string } {
  const dot = name.indexOf('.');
  return dot < 0 ? { world: DEFAULT_WORLD, id: name } : { world: name.slice(0, dot), id: name.slice(dot + 1) };
}
