import * as z from 'zod';

/** The values that a schema consists of, without its wrappers. */
export type SchemaPart =
  | { kind: 'object'; schema: z.ZodType; fields: Record<string, SchemaPart> }
  | { kind: 'list'; schema: z.ZodType; item: SchemaPart }
  | { kind: 'record'; schema: z.ZodType; value: SchemaPart }
  | { kind: 'either'; schema: z.ZodType; options: SchemaPart[] }
  | { kind: 'choice'; schema: z.ZodType; values: unknown[] }
  | { kind: 'number' | 'text' | 'anything'; schema: z.ZodType };

/** Takes a schema apart. An unknown kind of schema is an error, so that none is skipped. */
export function partOf(schema: z.ZodType): SchemaPart {
  if (schema instanceof z.ZodObject)
    return { kind: 'object', schema, fields: mapValues(fieldsOf(schema), partOf) };
  if (schema instanceof z.ZodArray)
    return { kind: 'list', schema, item: partOf(schema.element as z.ZodType) };
  if (schema instanceof z.ZodRecord)
    return { kind: 'record', schema, value: partOf(schema.valueType as z.ZodType) };
  if (schema instanceof z.ZodUnion)
    return { kind: 'either', schema, options: (schema.options as z.ZodType[]).map(partOf) };
  if (schema instanceof z.ZodNullable)
    return { kind: 'either', schema, options: [partOf(inner(schema)), choice(schema, [null])] };
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch
  )
    // The wrapper decides; inner values that it refuses are drawn too.
    return { ...partOf(inner(schema)), schema };
  if (schema instanceof z.ZodPipe) return { ...partOf(schema.in as z.ZodType), schema };
  if (schema instanceof z.ZodEnum) return choice(schema, schema.options);
  if (schema instanceof z.ZodLiteral) return choice(schema, [...schema.values]);
  if (schema instanceof z.ZodBoolean) return choice(schema, [true, false]);
  if (schema instanceof z.ZodNumber) return { kind: 'number', schema };
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return { kind: 'text', schema };
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return { kind: 'anything', schema };
  // Long lists are checked as a whole, and describe themselves for the reference.
  if (schema instanceof z.ZodCustom && schema.meta()?.type === 'array')
    return { kind: 'list', schema, item: partOf(hasRows(schema) ? z.array(z.string()) : z.unknown()) };
  throw new Error(`No abusive input is known for a schema of ${schema.def.type}: add it to schema-parts.ts.`);
}

/** Whether a schema accepts a value. */
export const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Whether it may be left out. */
export const isOptional = ({ schema }: SchemaPart): boolean => takes(schema, undefined);

/** Those that may be there. */
function fieldsOf(schema: z.ZodObject): Record<string, z.ZodType> {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return Object.fromEntries(fields.filter(([, field]) => !isForbidden(field)));
}

const isForbidden = (field: z.ZodType) =>
  field instanceof z.ZodOptional && inner(field) instanceof z.ZodNever;
const hasRows = (schema: z.ZodType) =>
  (schema.meta()?.items as { type?: string } | undefined)?.type === 'array';
const inner = (schema: { unwrap(): unknown }) => schema.unwrap() as z.ZodType;
const choice = (schema: z.ZodType, values: readonly unknown[]): SchemaPart => ({
  kind: 'choice',
  schema,
  values: [...values],
});

function mapValues<A, B>(object: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
