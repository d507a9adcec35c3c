import { type Font, textWidth } from '../pdf/font-metrics.ts';

/** What text is set in. */
export interface Setting {
  readonly font: Font;
  readonly size: number;
  /** In points. */
  readonly width: number;
}

/** Lines that fit a width: broken at blanks, and inside a word only where it is too long for a line. `\n` breaks always. */
export function wrapText(text: string, setting: Setting): string[] {
  if (!text.includes('\n') && textWidth(text, setting.font, setting.size) <= setting.width) return [text];
  return text.split('\n').flatMap((part) => wrapPart(part, setting));
}

function wrapPart(text: string, { font, size, width }: Setting): string[] {
  const fits = (line: string): boolean => textWidth(line, font, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (!fits(line) && line.length > 1) {
      let length = line.length - 1;
      while (length > 1 && !fits(line.slice(0, length))) length -= 1;
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  if (line) lines.push(line);
  return lines.length ? lines : [''];
}
