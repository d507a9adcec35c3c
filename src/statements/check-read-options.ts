import { type FieldIssue, InputError } from '../errors.ts';
import { defaultLimits, type ReadStatementOptions, type StatementLimits } from './read-options.ts';

const isText = (value: unknown) => typeof value === 'string';

/** Each option: what it must be, in words, and how that is told. */
const rules: Readonly<Record<keyof ReadStatementOptions, readonly [is: (value: unknown) => boolean, must: string]>> = {
  password: [isText, 'must be text'],
  account: [
    (value) => isText(value) && /^\d{3,}$/.test(String(value)),
    'must be an account number or its last digits, three at least',
  ],
  bankCode: [isText, 'must be text'],
  limits: [isRecord, 'must be an object of limits'],
  signal: [(value) => typeof (value as AbortSignal | null)?.addEventListener === 'function', 'must be an AbortSignal'],
  onProgress: [(value) => typeof value === 'function', 'must be a function'],
};

/** Checks the options all at once and fills the limits in. @throws InputError */
export function checkReadOptions(
  options: ReadStatementOptions,
): ReadStatementOptions & { readonly limits: StatementLimits } {
  if (!isRecord(options)) throw new InputError('readStatement', [{ path: 'options', message: 'must be an object' }]);
  const issues: FieldIssue[] = [];
  for (const [path, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, path) ? rules[path as keyof ReadStatementOptions] : undefined;
    if (rule === undefined) issues.push({ path, message: `is no option; there are ${Object.keys(rules).join(', ')}` });
    else if (value !== undefined && !rule[0](value)) issues.push({ path, message: rule[1] });
  }
  const limits = isRecord(options.limits) ? options.limits : {};
  issues.push(...limitIssues(limits));
  if (issues.length > 0) throw new InputError('readStatement', issues);
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  return { ...options, limits: { ...defaultLimits, ...given } };
}

function limitIssues(limits: Readonly<Record<string, unknown>>): FieldIssue[] {
  return Object.entries(limits).flatMap(([limit, value]) => {
    const path = `limits.${limit}`;
    if (!Object.hasOwn(defaultLimits, limit))
      return [{ path, message: `is no limit; there are ${Object.keys(defaultLimits).join(', ')}` }];
    const isFine = value === undefined || (Number.isSafeInteger(value) && (value as number) > 0);
    return isFine ? [] : [{ path, message: 'must be a whole number above zero' }];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
