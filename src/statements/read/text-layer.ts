import type { TextPage } from '../pdf/text-page.ts';

/** Letters of a page that says more than the mark of a scanner. */
const A_FEW_WORDS = 25;
/** Letters of a page that is certainly written, even without a figure. */
const A_PARAGRAPH = 100;
/** A date and an amount have more. */
const FEW_DIGITS = 4;

/** Does the page hold text worth reading, and not just a scanner's mark on a picture? */
export function hasText({ pieces }: TextPage): boolean {
  let letters = 0;
  let digits = 0;
  for (const { text } of pieces) {
    letters += text.length;
    digits += text.match(/\d/g)?.length ?? 0;
    if (letters >= A_PARAGRAPH || (letters >= A_FEW_WORDS && digits >= FEW_DIGITS)) return true;
  }
  return false;
}
