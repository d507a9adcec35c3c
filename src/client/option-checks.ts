import type { FieldIssue } from '../errors.ts';
import { unknownFields } from '../validation/record.ts';

/** Collects everything that is wrong with a record of options, so that all mistakes are told at once. */
export class OptionChecks {
  readonly issues: FieldIssue[] = [];
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #prefix: string;

  constructor(record: unknown, prefix = '', issues: FieldIssue[] = []) {
    this.issues = issues;
    this.#prefix = prefix;
    this.#record = isRecord(record) ? record : {};
    if (!isRecord(record)) this.refuse('', 'must be an object');
  }

  /** Notes a mistake in a field. */
  refuse(field: string, message: string): undefined {
    const path = [this.#prefix, field].filter(Boolean).join('.');
    this.issues.push({ path, message });
    return undefined;
  }

  /** Refuses fields that do not exist, naming the one that was probably meant. */
  allowOnly(fields: readonly string[]): void {
    this.issues.push(...unknownFields(this.#record, fields, { under: this.#prefix }));
  }

  /** The value as it was given. */
  given(field: string): unknown {
    return this.#record[field];
  }

  /** Non-empty text, required. */
  text(field: string): string {
    const value = this.#record[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.refuse(field, value === undefined ? 'is required' : 'must be non-empty text');
    return '';
  }

  /** Non-empty text or nothing. */
  optionalText(field: string): string | undefined {
    return this.#record[field] === undefined ? undefined : this.text(field) || undefined;
  }

  /** One of a few words, or the default. */
  choice<Word extends string>(field: string, words: readonly Word[], fallback: Word): Word {
    const value = this.#record[field];
    if (value === undefined) return fallback;
    if (words.includes(value as Word)) return value as Word;
    this.refuse(field, `must be ${words.map((word) => `'${word}'`).join(' or ')}`);
    return fallback;
  }

  /** A whole number within bounds, or the default. */
  wholeNumber(
    field: string,
    bounds: { readonly from: number; readonly to: number; readonly fallback: number },
  ): number {
    const value = this.#record[field];
    if (value === undefined) return bounds.fallback;
    if (typeof value === 'number' && Number.isInteger(value) && value >= bounds.from && value <= bounds.to)
      return value;
    this.refuse(field, `must be a whole number from ${bounds.from} to ${bounds.to}`);
    return bounds.fallback;
  }

  /** True or false, or false when left out. */
  flag(field: string): boolean {
    const value = this.#record[field];
    if (value !== undefined && typeof value !== 'boolean') this.refuse(field, 'must be true or false');
    return value === true;
  }

  /** A function or nothing. */
  optionalFunction<Signature>(field: string): Signature | undefined {
    const value = this.#record[field];
    if (value !== undefined && typeof value !== 'function') return this.refuse(field, 'must be a function');
    return value as Signature | undefined;
  }

  /** An object that has these methods, or nothing. */
  optionalPromiseOf<Promised>(field: string, methods: readonly string[]): Promised | undefined {
    const value = this.#record[field] as Readonly<Record<string, unknown>> | undefined;
    if (value === undefined) return undefined;
    const missing = methods.filter((method) => typeof value?.[method] !== 'function');
    if (missing.length > 0)
      return this.refuse(
        field,
        `must be an object with ${methods.map((method) => `${method}()`).join(', ')}; missing: ${missing.join(', ')}`,
      );
    return value as Promised;
  }

  /** The checks of a record inside this one; an empty record when it was left out. */
  within(field: string): OptionChecks {
    const value = this.#record[field];
    return new OptionChecks(
      value === undefined ? {} : value,
      [this.#prefix, field].filter(Boolean).join('.'),
      this.issues,
    );
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
