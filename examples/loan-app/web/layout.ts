// The frame of every page, and the fields of its forms.
import { DISCLAIMER } from 'repaykit';
import { LENDER } from '../notice.ts';
import { type Html, html, type Part } from './html.ts';

/** A page. */
export interface Page {
  /** Heading and window title: never anything personal, because it stays in the browser's history. */
  readonly title: string;
  readonly main: Html;
  /** The page reloads after this many seconds, while it waits for something. */
  readonly refreshSeconds?: number | undefined;
  readonly isWide?: boolean;
}

/** What is wrong with a form: a sentence for each field. */
export type Problems = Readonly<Record<string, string>>;

/** The whole document. */
export function documentOf({
  title,
  main,
  refreshSeconds,
  isWide = false,
}: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title} · ${LENDER.name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body${isWide && html` class="wide"`}>
<header><a href="/">${LENDER.name}</a></header>
<main>
<h1>${title}</h1>
${main}
</main>
<footer><p>${DISCLAIMER}</p></footer>
</body>
</html>`;
}

/** A sentence beside a field. */
export function problemOf(problems: Problems, name: string): Part {
  const problem = problems[name];
  return (
    problem !== undefined &&
    html`<p class="problem" id="${name}-problem">${problem}</p>`
  );
}

/** Ties a field to its sentence for screen readers. */
export function describedBy(problems: Problems, name: string): Part {
  return (
    name in problems &&
    html` aria-invalid="true" aria-describedby="${name}-problem"`
  );
}

/** A button in its own form. It works without a script. */
export function button(
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) =>
      html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`;
}

/** A sum-up above a form with mistakes. */
export function summary(problems: Problems): Part {
  return (
    Object.keys(problems).length > 0 &&
    html`<p class="problem" role="alert">Something is missing or invalid. See the notes in the form.</p>`
  );
}
