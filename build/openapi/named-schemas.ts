import type { Schema } from '../../src/wire/openapi.ts';
import type { FieldText, InterfaceTexts } from './interfaces.ts';

/** The schemas of the document by the names of their interfaces. Walking a schema and its interface side by side gives it its name and its texts. */
export class NamedSchemas {
  readonly #byName = new Map<string, Schema>();
  readonly #interfaces: InterfaceTexts['interfaces'];

  constructor({ interfaces }: InterfaceTexts) {
    this.#interfaces = interfaces;
  }

  /** The schema of what an interface describes: a reference wherever the interface, or one that it holds, has a name for it. */
  name(schema: Schema, interfaceName: string | undefined): Schema {
    const { items, anyOf, properties } = schema;
    if (properties) {
      const named = interfaceName && this.#fitting(interfaceName, properties);
      return named ? this.#refer(named, schema) : this.inline(schema, interfaceName);
    }
    return {
      ...this.#withNamedMembers(schema),
      ...(items && { items: this.name(items, interfaceName) }),
      ...(anyOf && { anyOf: anyOf.map((each) => this.name(each, interfaceName)) }),
    };
  }

  /** The same for an object that stays where it is, such as the fields of a query. */
  inline(schema: Schema, interfaceName: string | undefined): Schema {
    const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => {
      const text = this.#text(interfaceName, name);
      return [name, described(this.name(value, text?.holds ?? interfaceName), text)];
    });
    return { ...this.#withNamedMembers(schema), properties: Object.fromEntries(fields) };
  }

  /** All that were named, in alphabetical order. */
  list(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#byName].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #refer(name: string, schema: Schema): Schema {
    if (!this.#byName.has(name))
      this.#byName.set(name, { description: this.#interfaces.get(name)?.text ?? '', ...this.inline(schema, name) });
    return { $ref: `#/components/schemas/${name}` };
  }

  #withNamedMembers(schema: Schema): Schema {
    const { additionalProperties: members } = schema;
    return typeof members === 'object' ? { ...schema, additionalProperties: this.name(members, undefined) } : schema;
  }

  #text(interfaceName: string | undefined, field: string): FieldText | undefined {
    return interfaceName === undefined ? undefined : this.#interfaces.get(interfaceName)?.fields.get(field);
  }

  // The interface itself, or the nearest one that it holds, whose fields are those of the object: between the two may stand objects without a name.
  #fitting(interfaceName: string, properties: Readonly<Record<string, Schema>>): string | undefined {
    const names = new Set([interfaceName]);
    for (const name of names) {
      if (Object.keys(properties).every((field) => this.#text(name, field))) return name;
      for (const { holds } of this.#interfaces.get(name)?.fields.values() ?? []) if (holds) names.add(holds);
    }
    return undefined;
  }
}

function described(schema: Schema, text: FieldText | undefined): Schema {
  if (!text?.text) return schema;
  const { text: description, known } = text;
  if (!known) return { ...schema, description };
  const values = known.map((value) => `\`${value}\``).join(', ');
  return { ...schema, description: `${description} Known: ${values}; others may come.`, examples: known };
}
