import type { Examples } from '../../src/wire/openapi.ts';
import type { InterfaceTexts } from './interfaces.ts';
import type { NamedSchemas } from './named-schemas.ts';

/** What every part of the document is made with. */
export interface Context {
  readonly texts: InterfaceTexts;
  readonly schemas: NamedSchemas;
  /** The examples of `getMandate request`, `getMandate answer`, `refusal 404`, `webhook policy`; nothing where none was played. */
  readonly examples: (of: string) => { readonly examples?: Examples };
}

/** Paragraphs of Markdown; how the lines of one are broken in the source does not count. */
export function paragraphs(...texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('\n', ' ')).join('\n\n');
}
