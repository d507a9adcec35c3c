// Markup that escapes itself: html`<p>${text}</p>` escapes the text. Only markup made by `html` passes as markup.

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

/** The values of a template. `false` and `undefined` print nothing. */
export type Part = Html | string | number | false | undefined | readonly Part[];

/** A piece of a page. Write attributes in double quotes. */
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
