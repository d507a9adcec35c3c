import { describe, expect, it } from 'vitest';
import { runDemo } from '../../src/cli/demo/demo.ts';
import { accounts, payer } from '../../src/cli/demo/demo-server.ts';
import { FailedCheck, Storyline } from '../../src/cli/demo/storyline.ts';

async function printDemo(
  options: { readonly json?: boolean } = {},
): Promise<{ readonly exitCode: number; readonly out: string; readonly err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    showsColour: false,
    stop: new AbortController().signal,
  };
  const exitCode = await runDemo(io, options);
  return { exitCode, out: out.join(''), err: err.join('') };
}

describe('the demo', () => {
  it('plays a loan from consent to closure and checks every step', async () => {
    const { exitCode, out, err } = await printDemo();
    expect(err).toBe('');
    expect(exitCode).toBe(0);
    expect(out).toContain('collected ₦90,000.00 + outstanding ₦0.00 = total ₦90,000.00');
    expect(out).toContain('refused by debit-needs-disbursement');
    expect(out).toContain('refused by debit-within-terms');
    expect(out).toMatch(/All 15 checks passed\.\n$/);
  });

  it('shows no BVN and no whole account number', async () => {
    const { out } = await printDemo();
    for (const secret of [payer.bvn, payer.email, ...Object.values(accounts).map((account) => account.accountNumber)])
      expect(out).not.toContain(secret);
  });

  it('is one JSON object a line with json', async () => {
    const { exitCode, out } = await printDemo({ json: true });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exitCode).toBe(0);
    expect(lines[0]).toMatchObject({ type: 'intro' });
    expect(lines.at(-1)).toEqual({ type: 'end', claims: lines.filter(({ type }) => type === 'claim').length });
    expect(lines).toContainEqual(
      expect.objectContaining({ type: 'refused', rule: 'debit-within-terms', at: expect.stringMatching(/^2026-.*Z$/) }),
    );
    for (const secret of [payer.bvn, payer.email]) expect(out).not.toContain(secret);
  });

  it('stops at a check that fails', () => {
    const story = new Storyline(
      () => undefined,
      () => 0,
    );
    expect(() => story.check('two is three', 2, 3)).toThrow(FailedCheck);
    expect(story.checks).toBe(0);
  });
});
