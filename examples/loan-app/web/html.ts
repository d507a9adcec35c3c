// Markup that escapes by itself: html`<p>${whatever}</p>` writes text as text, and lets through only what was made here too.

/** Markup that is safe to send. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template; `false` and `undefined` leave nothing. */
export type Part = Html | string | number | false | undefined | readonly Part[];

/** A piece of a page. Attributes must stand in double quotes. */
export function html(
  strings: TemplateStringsArray,
  ...parts: readonly Part[]
): Html {
  return new Html(
    strings
      .map((text, index) =>
        index === 0 ? text : written(parts[index - 1]) + text,
      )
      .join(''),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (Array.isArray(part)) return part.map(written).join('');
  return String(part).replace(
    /[&<>"']/g,
    (character) => entities[character] ?? '',
  );
}
