import { describe, expect, test } from 'vitest';
import { type Bar, barChart } from '../../src/cli/terminal/bar-chart.ts';
import { displayWidth, paintWith } from '../../src/cli/terminal/terminal-text.ts';

const bar = (label: string, value: number): Bar => ({ label, value, text: value.toFixed(2) });
const style = { width: 40, drawsBlocks: true, paint: paintWith(false), colour: 'green' } as const;
const bars = [
  bar('Jan 2025', 100),
  bar('Feb 2025', 50),
  bar('Mar 2025', 0.01),
  bar('Apr 2025', 0),
  bar('May 2025', -100),
];

describe('a chart', () => {
  test('draws the greatest value over the whole width, and others in proportion', () => {
    const lines = barChart(bars, style).split('\n');
    const drawn = (line = '') => line.slice(12, -9).trim();
    expect(drawn(lines[0])).toBe('█'.repeat(19));
    expect(drawn(lines[1])).toBe(`${'█'.repeat(9)}▌`);
    expect(drawn(lines[2])).toBe('▏');
    expect(drawn(lines[3])).toBe('');
    expect(drawn(lines[4])).toBe('░'.repeat(19));
  });

  test('fills no line beyond the width, and puts the values under one another', () => {
    const lines = barChart(bars, style).trimEnd().split('\n');
    expect(lines.map(displayWidth)).toEqual([40, 40, 40, 40, 40]);
    expect(lines[1]?.endsWith('   50.00')).toBe(true);
  });

  test('does with ASCII', () => {
    const text = barChart(bars, { ...style, drawsBlocks: false });
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toMatch(/Jan 2025 {2}#{19} /);
    expect(text).toMatch(/May 2025 {2}-{19} /);
  });

  test('draws what is below zero in red', () => {
    const text = barChart(bars, { ...style, paint: paintWith(true) });
    expect(text).toContain('\u001b[31m░');
    expect(text).toContain('\u001b[32m█');
  });

  test('of nothing is nothing, and of zeros has no bars', () => {
    expect(barChart([], style)).toBe('');
    expect(barChart([bar('Jan 2025', 0)], style)).toBe(`  Jan 2025${' '.repeat(26)}0.00\n`);
  });

  test('keeps some room for bars where the terminal has none', () => {
    expect(barChart(bars, { ...style, width: 5 })).toContain('████████  ');
  });
});
