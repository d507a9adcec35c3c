import { readdirSync, readFileSync } from 'node:fs';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { describe, expect, test } from 'vitest';

const names = readdirSync('docs/diagrams')
  .filter((file) => file.endsWith('.mmd'))
  .map((file) => file.replace('.mmd', ''));

/** The picture of a diagram: it names itself, follows the reader's colours, and loads nothing. */
function draw(name: string): string {
  const text = readFileSync(`docs/diagrams/${name}.mmd`, 'utf8');
  const [title = '', desc = ''] = ['title', 'desc'].map((key) => new RegExp(`^%% ${key}: (.+)$`, 'm').exec(text)?.[1]);
  return renderMermaidSVG(text.replace(/^%%.*\n/gm, ''))
    .replace(/^\s*@import .*\n/m, '')
    .replace(/ style="[^"]*"/, ` class="diagram-${name}" role="img" aria-labelledby="${name}-title ${name}-desc"`)
    .replace(
      '<style>',
      `<title id="${name}-title">${title}</title>
<desc id="${name}-desc">${desc}</desc>
<style>
  .diagram-${name} { --bg: #fff; --fg: #1f2328; --muted: #59636e; }
  @media (prefers-color-scheme: dark) { .diagram-${name} { --bg: #0d1117; --fg: #f0f6fc; --muted: #9198a1; } }`,
    )
    .replace(/^ {2}text \{.*$/m, `  .diagram-${name} text { font-family: system-ui, sans-serif; }`)
    .replace(/^ {2}svg \{/m, `  .diagram-${name} {`)
    .replace(/\b(id="|url\(#|href="#)([\w-]*(?:arrow|marker)[\w-]*)/g, `$1${name}-$2`);
}

describe('the diagrams', () => {
  // After a change: npx vitest run test/docs/diagrams.test.ts -u
  test.each(names)('%s is drawn from its text', async (name) => {
    await expect(`${draw(name)}\n`).toMatchFileSnapshot(`../../docs/diagrams/${name}.svg`);
  });

  test.each(names)('%s is readable on a dark page and without seeing it, and loads nothing', (name) => {
    const svg = readFileSync(`docs/diagrams/${name}.svg`, 'utf8');
    expect(svg).toMatch(/<title id="[\w-]+">.{10,}<\/title>\n<desc id="[\w-]+">.{40,}<\/desc>/);
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/);
  });
});
