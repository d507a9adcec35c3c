/** What the TypeScript side of the control API says of a row: its verb, and the meaning of the fields that it takes. */
import { readFileSync } from 'node:fs';
import { DEFAULT_POLICY } from '../../src/server/engine/policy.ts';

const text = readFileSync('src/server/control/server-controls.ts', 'utf8');

/** A signature on one line, however it is wrapped. */
const onOneLine = (code: string) =>
  code
    .replace(/\(\n\s+/g, '(')
    .replace(/,?\n\s*\)/g, ')')
    .replace(/;\n\s*\}/g, ' }')
    .replace(/\s+/g, ' ');

const inputs = ['src/server/control/control-inputs.ts', 'src/server/engine/policy.ts', 'src/server/faults/fault.ts']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

// These two are no verbs of the controls, but of the server's clock.
const elsewhere: Readonly<Record<string, string>> = {
  'GET /health': 'server.clock.now(): Instant',
  'GET /clock': 'server.clock.now(): Instant',
  'POST /clock':
    'server.clock.advance(duration): Promise<ClockMove>` and `server.clock.to(instant): Promise<ClockMove>',
};

/** The verb of a row with its signature: `controls.explain(mandateId: string): Promise<Explanation>`. */
export function verbOf(row: string): string {
  const name = new RegExp(`^ {4}(\\w+): \\([^\\n]*(?:\\n\\s+)?perform\\('${row.replace(/[{}/]/g, '\\$&')}'`, 'm').exec(
    text,
  )?.[1];
  if (name === undefined) return elsewhere[row] ?? '';
  const signature = new RegExp(`^ {2}(${name}\\([\\s\\S]*?\\): (?:[^;{]|\\{[^}]*\\})*);$`, 'm').exec(text)?.[1] ?? '';
  return `controls.${onOneLine(signature)}`;
}

/** The interface of what a row takes. */
const inputOf: Readonly<Record<string, string>> = {
  'POST /payers': 'NewPayer',
  'PATCH /accounts/{bankCode}/{accountNumber}': 'AccountPatch',
  'POST /micro-deposits': 'MicroDeposit',
  'POST /signatures': 'SignatureJudgement',
  'PATCH /policy': 'Policy',
  'POST /policies': 'NewInsurancePolicy',
  'POST /scenarios/{name}': 'ScenarioOptions',
  'POST /faults': 'NewFault',
};

/** What is said of a field that a row takes: `accounts[].balance` of `POST /payers`. */
export function commentOf(row: string, path: string): string {
  const [last = ''] = path.split(/[.[\]]+/).slice(-1);
  const isItem = path.startsWith('accounts[].');
  const comment =
    isItem || last === path ? (commentsOf(isItem ? 'NewAccount' : (inputOf[row] ?? '')).get(last) ?? '') : '';
  const standard =
    row === 'PATCH /policy' ? (DEFAULT_POLICY as unknown as Readonly<Record<string, unknown>>)[path] : undefined;
  return standard === undefined || typeof standard === 'object' ? comment : `${comment} Default ${String(standard)}.`;
}

/** The comments of the fields of an interface: `NewFault`. */
function commentsOf(name: string): ReadonlyMap<string, string> {
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(inputs)?.[1] ?? '';
  return new Map(
    [...body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}readonly (\w+)/g)].map(([, comment = '', field = '']) => [
      field,
      comment.replace(/\n \*/g, ' ').trim(),
    ]),
  );
}
