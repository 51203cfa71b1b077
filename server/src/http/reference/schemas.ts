import * as z from 'zod';

/** A JSON Schema of the document. */
export type Schema = z.core.JSONSchema.BaseSchema;

interface Described {
  /** By the keys of the schemas that were given. */
  schemas: Record<string, Schema>;
  /** The schemas that have a name (`meta({ id })`) and are part of those. */
  named: Record<string, Schema>;
}

/** The JSON Schemas of many zod schemas, made at once so that each named one is described once. */
export function describeSchemas(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Described {
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A later server may answer more fields, and a program must not mind.
      if (io === 'output' && zodSchema instanceof z.ZodObject) delete jsonSchema.additionalProperties;
      if (zodSchema instanceof z.ZodRecord && jsonSchema.required) nameKeys(jsonSchema);
    },
  });
  const text = JSON.stringify({ schemas: properties, named: $defs ?? {} });
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** Describes a record of known keys as an object, because clients are made from properties. */
function nameKeys(record: Schema): void {
  const { required = [], additionalProperties: value = {} } = record;
  record.properties = Object.fromEntries(required.map((key) => [key, value]));
  delete record.additionalProperties;
  delete record.propertyNames;
}

/** The named schemas of what calls take and of what they answer together. */
export function joinNamed(
  taken: Record<string, Schema>,
  answered: Record<string, Schema>,
): Record<string, Schema> {
  for (const [name, schema] of Object.entries(taken))
    if (answered[name] && JSON.stringify(answered[name]) !== JSON.stringify(schema))
      throw new Error(`${name} is taken in another form than it is answered: give each form its own name.`);
  const all = Object.entries({ ...taken, ...answered });
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}
