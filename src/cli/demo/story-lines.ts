import { formatInstant, HOUR_MS, type Instant } from '../../domain/calendar.ts';
import { paintWith } from '../colour.ts';

/** One line of a story. */
export type StoryLine =
  /** What the story is. */
  | { readonly type: 'intro'; readonly text: string; readonly disclaimer: string }
  /** A headline between two acts. */
  | { readonly type: 'act'; readonly title: string }
  /** Something that happened. */
  | { readonly type: 'told'; readonly at: Instant; readonly text: string }
  | {
      readonly type: 'refused';
      readonly at: Instant;
      readonly rule: string;
      readonly spec: string;
      readonly text: string;
    }
  /** Something that was checked, and is so. */
  | { readonly type: 'claim'; readonly at: Instant; readonly text: string }
  | { readonly type: 'end'; readonly claims: number };

/** Writes a line for people, or as one JSON object. */
export function lineWriter({
  json,
  showsColour,
}: {
  readonly json: boolean;
  readonly showsColour: boolean;
}): (line: StoryLine) => string {
  if (json) return (line) => `${JSON.stringify('at' in line ? { ...line, at: formatInstant(line.at) } : line)}\n`;
  const paint = paintWith(showsColour);
  const timed = (at: Instant, text: string) => `  ${paint('dim', lagosTime(at))}  ${text}\n`;
  return (line) => {
    switch (line.type) {
      case 'intro':
        return `${line.text}\n${line.disclaimer}\n`;
      case 'act':
        return `\n${paint('bold', line.title)}\n`;
      case 'told':
        return timed(line.at, line.text);
      case 'refused':
        return timed(line.at, `${paint('yellow', 'refused')} by ${line.rule} (${line.spec}): ${line.text}`);
      case 'claim':
        return timed(line.at, `${paint('green', '✓')} ${line.text}`);
      case 'end':
        return `\nAll ${line.claims} claims were kept.\n`;
    }
  };
}

// Due dates are Lagos days, so the story is told in Lagos time.
function lagosTime(at: Instant): string {
  return formatInstant(at + HOUR_MS)
    .slice(0, 16)
    .replace('T', ' ');
}
