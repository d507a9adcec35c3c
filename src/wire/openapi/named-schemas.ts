import { fieldNote, interfaceNotes } from './interface-notes.ts';
import type { JsonSchema } from './json-schema-types.ts';
import type { Reference, Schema } from './openapi-types.ts';

/**
 * The schemas of a document by the names of their interfaces. A schema alone is nameless; walking it and the interface side by side gives it its name and every
 * field its words.
 */
export class NamedSchemas {
  readonly #byName = new Map<string, Schema>();

  /** The schema of what an interface describes: a reference wherever the interface, or one that it holds, has a name for it. */
  name(schema: JsonSchema, interfaceName: string | undefined): Schema | Reference {
    if (schema.items) return { ...schema, ...this.#inner(schema), items: this.name(schema.items, interfaceName) };
    if (schema.anyOf)
      return { ...schema, ...this.#inner(schema), anyOf: schema.anyOf.map((each) => this.name(each, interfaceName)) };
    if (!schema.properties) return { ...schema, ...this.#inner(schema) };
    const named = interfaceName && interfaceFitting(interfaceName, schema.properties);
    return named ? this.#refer(named, schema) : this.#object(schema, interfaceName);
  }

  /** The same for an object that stays where it is, such as the fields of a query. */
  inline(schema: JsonSchema, interfaceName: string | undefined): Schema {
    return this.#object(schema, interfaceName);
  }

  /** All that were named, in alphabetical order. */
  list(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#byName].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #refer(name: string, schema: JsonSchema): Reference {
    if (!this.#byName.has(name))
      this.#byName.set(name, { description: interfaceNotes[name]?.says ?? '', ...this.#object(schema, name) });
    return { $ref: `#/components/schemas/${name}` };
  }

  #object(schema: JsonSchema, interfaceName: string | undefined): Schema {
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => [
      field,
      this.#field(value, { field, interfaceName }),
    ]);
    return { ...schema, ...this.#inner(schema), properties: Object.fromEntries(fields) };
  }

  #field(
    schema: JsonSchema,
    { field, interfaceName }: { readonly field: string; readonly interfaceName: string | undefined },
  ): Schema | Reference {
    const note = fieldNote(interfaceName, field);
    const named = this.name(schema, note?.holds ?? interfaceName);
    if (!note?.says) return named;
    const { says, known } = note;
    if (!known) return { ...named, description: says };
    return {
      ...named,
      description: `${says} Known: ${known.map((value) => `\`${value}\``).join(', ')}; others may come.`,
      examples: known,
    };
  }

  // What holds schemas that are no interfaces' business: maps.
  #inner({ additionalProperties: members }: JsonSchema): Pick<Schema, 'additionalProperties'> {
    if (members === undefined) return {};
    return { additionalProperties: typeof members === 'boolean' ? members : this.name(members, undefined) };
  }
}

// The interface itself, or the nearest one that it holds, whose fields are those of the object: between the two may stand objects without a name.
function interfaceFitting(interfaceName: string, properties: Readonly<Record<string, JsonSchema>>): string | undefined {
  const names = [interfaceName];
  for (const name of names) {
    if (Object.keys(properties).every((field) => fieldNote(name, field))) return name;
    for (const field of Object.keys(interfaceNotes[name]?.fields ?? {})) {
      const holds = fieldNote(name, field)?.holds;
      if (holds && !names.includes(holds)) names.push(holds);
    }
  }
  return undefined;
}
