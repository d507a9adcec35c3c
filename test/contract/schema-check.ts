import type { OpenApiDocument } from '../../src/wire/openapi.ts';
import { fromJudge } from './judges.ts';

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

interface Ajv {
  addSchema(schema: object, key: string): Ajv;
  getSchema(key: string): Validate | undefined;
}

/** What does not fit at a place of the document, each as path and sentence. */
export type SchemaCheck = (value: unknown, ...place: readonly string[]) => readonly string[];

/** Holds values against the schemas of a document with a validator of its own; a place is the way to the schema, name by name. */
export function schemaCheck(document: OpenApiDocument): SchemaCheck {
  const { Ajv2020 } = fromJudge('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv };
  const { default: addFormats } = fromJudge('ajv-formats') as { default: (ajv: Ajv) => Ajv };
  // `binary` is no format of JSON Schema: it says that the text of a form field is a file.
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } })).addSchema(
    document,
    'contract',
  );
  return (value, ...place) => {
    const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = ajv.getSchema(`contract#/${pointer}`);
    if (!validate) throw new Error(`the document has no schema at ${pointer}`);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
