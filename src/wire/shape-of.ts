/** Shapes that the compiler holds equal to their interfaces: no field forgotten, none too many, optional where the interface says so. */
import * as z from 'zod';

type IsOptional<Data, Key extends keyof Data> = Record<never, never> extends Pick<Data, Key> ? true : false;

/** A shape for every field of an answer's interface. */
export type AnswerFields<Data> = {
  readonly [Key in keyof Data]-?: IsOptional<Data, Key> extends true
    ? z.ZodExactOptional<z.ZodType<Data[Key]>>
    : z.ZodType<Data[Key]>;
};

/** A shape for every field of a request's interface. */
export type RequestFields<Data> = {
  readonly [Key in keyof Data]-?: IsOptional<Data, Key> extends true
    ? z.ZodOptional<z.ZodType<Exclude<Data[Key], undefined>>>
    : z.ZodType<Data[Key]>;
};

/** The shape of an object that the service sends: fields that it does not know are kept. */
export function answerShape<Data extends object>(fields: AnswerFields<Data>): z.ZodType<Data> {
  return z.looseObject(fields as z.ZodRawShape) as z.ZodType as z.ZodType<Data>;
}

/** The shape of an object that we send: fields that it does not know are refused. */
export function requestShape<Data extends object>(fields: RequestFields<Data>): z.ZodType<Data> {
  return z.strictObject(fields as z.ZodRawShape) as z.ZodType as z.ZodType<Data>;
}
