import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { shapeIssues } from '../../src/wire/shapes/shape-issues.ts';

/** One line of a field table of the specification, typed again by hand. */
export interface FieldLine {
  readonly field: string;
  /** A value as the specification describes it. */
  readonly sample: unknown;
  /** The specification says "or null", or a mandate without terms has it so. */
  readonly nullable?: true;
  /** The specification says that it may be absent, or field notes do. */
  readonly optional?: true;
}

export type FieldTable = readonly FieldLine[];

type Fields = Record<string, unknown>;

/** An object with every field of a table. */
export function sampleOf(table: FieldTable): Fields {
  return Object.fromEntries(table.map(({ field, sample }) => [field, sample]));
}

/** Where the table's object lies in an answer. */
export interface Place {
  readonly shape: z.ZodMiniType;
  /** Path of the object in the answer, as issues name it; empty for the answer itself. */
  readonly path?: string;
  /** Puts the object into an answer. */
  readonly within?: (fields: Fields) => unknown;
}

/** Holds a shape against a field table: what it must keep, what it must refuse and with which path. */
export function judge(table: FieldTable, { shape, path = '', within = (fields) => fields }: Place): void {
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const issuesOf = (fields: Fields) => {
    const result = shape.safeParse(within(fields));
    return result.success ? [] : shapeIssues(result.error).map((issue) => issue.path);
  };

  test('keeps every documented field as it came', () => {
    const whole = within(sampleOf(table));
    expect(shape.parse(whole)).toEqual(whole);
  });

  test('keeps fields that it does not know', () => {
    const whole = within({ ...sampleOf(table), fieldOfTomorrow: { deep: [1] } });
    expect(shape.parse(whole)).toEqual(whole);
  });

  test('drops a __proto__ instead of obeying it', () => {
    const text = JSON.stringify(within({ ...sampleOf(table), marker: 0 })).replaceAll(
      '"marker":0',
      '"__proto__":{"polluted":true}',
    );
    expect(JSON.stringify(shape.parse(JSON.parse(text)))).not.toContain('polluted');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  for (const { field, nullable, optional } of table) {
    const { [field]: _removed, ...without } = sampleOf(table);
    test(`${field} ${optional ? 'may be absent' : 'is required'}`, () => {
      expect(issuesOf(without)).toEqual(optional ? [] : [at(field)]);
    });

    test(`${field} ${nullable || optional ? 'may' : 'may not'} be null`, () => {
      expect(issuesOf({ ...without, [field]: null })).toEqual(nullable || optional ? [] : [at(field)]);
    });
  }
}
