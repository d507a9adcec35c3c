const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A duration for people, in its two largest units: `2 d 3 h`, `5 min`, `40 s`. */
export function durationText(ms: number): string {
  const first = UNITS.findIndex(([, unitMs]) => ms >= unitMs);
  if (first < 0) return '0 s';
  let left = Math.floor(ms);
  return UNITS.slice(first, first + 2)
    .flatMap(([name, unitMs]) => {
      const count = Math.floor(left / unitMs);
      left -= count * unitMs;
      return count > 0 ? [`${count} ${name}`] : [];
    })
    .join(' ');
}
