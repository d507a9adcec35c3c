const BAR_WIDTH = 24;

/** How much of something is done, as `[######------------------]`; `share` from 0 to 1. */
export function progressBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
}
