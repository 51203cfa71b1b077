import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { seenParams, seenQuery } from './ask.ts';
import { PLACES, type Place, type TriedCall } from './every-call.ts';
import type { Input } from './example.ts';

/** A schema of JSON Schema, as the document has it. */
export type DocumentSchema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  schema: DocumentSchema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: DocumentSchema } } };
  responses: Record<string, unknown>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** What the document at /api/docs/openapi.json says of the inputs of calls, read as a stranger would. */
export interface ApiDocument {
  /** The statuses that a call may answer, `default` among them if the document has it. */
  statusesOf(call: TriedCall): string[];
  /** The schema of each place of a call's input that has one. */
  schemasOf(call: TriedCall): Partial<Record<Place, DocumentSchema>>;
  /** The places of an input that the document refuses. */
  refusedPlaces(call: TriedCall, input: Input): Place[];
  /** A schema with its reference followed. */
  resolve(schema: DocumentSchema): DocumentSchema;
}

/** They tell people what a text is. A validator does not know them. */
export const OUR_FORMATS = ['time-zone', 'person-name', 'email-address', 'conditions', 'leave-out'];
const NAME = 'http://api.example/openapi.json';

/** Reads the document from a server. */
export async function readDocument(url: string): Promise<ApiDocument> {
  const response = await fetch(`${url}/api/docs/openapi.json`);
  const document = (await response.json()) as OpenApi;
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  for (const format of OUR_FORMATS) ajv.addFormat(format, true);
  ajv.addSchema(document, NAME);
  const validators = new Map<string, ValidateFunction>();

  const operationOf = ({ path, method, name }: TriedCall): Operation => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`The document does not have ${name}.`);
    return operation;
  };
  const resolve = (schema: DocumentSchema): DocumentSchema => {
    const { $ref, ...beside } = schema;
    if (typeof $ref !== 'string') return schema;
    let target: unknown = document;
    for (const key of $ref.replace(/^#\//, '').split('/'))
      target = (target as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
    return { ...resolve(target as DocumentSchema), ...beside };
  };
  const schemasOf = (call: TriedCall) => {
    const { parameters: referred = [], requestBody } = operationOf(call);
    const parameters = referred.map((one) => resolve({ ...one }) as unknown as Parameter);
    const schemas: Partial<Record<Place, DocumentSchema>> = {};
    const [params, query] = [fieldsOf(parameters, 'path'), fieldsOf(parameters, 'query')];
    if (params) schemas.params = params;
    if (query) schemas.query = query;
    if (requestBody) schemas.body = requestBody.content['application/json'].schema;
    return schemas;
  };
  const validatorOf = (call: TriedCall, place: Place, schema: DocumentSchema) => {
    const key = `${place} of ${call.name}`;
    const known = validators.get(key);
    if (known) return known;
    const made = ajv.compile(absolute(schema));
    validators.set(key, made);
    return made;
  };
  return {
    schemasOf,
    statusesOf: (call) => Object.keys(operationOf(call).responses),
    refusedPlaces(call, input) {
      const seen: Input = {
        params: typed(seenParams(call, input), schemasOf(call).params, resolve),
        query: typed(seenQuery(call, input), schemasOf(call).query, resolve),
        body: input.body === undefined ? {} : JSON.parse(JSON.stringify(input.body)),
      };
      const schemas = schemasOf(call);
      return PLACES.filter((place) => {
        const schema = schemas[place];
        return schema !== undefined && !validatorOf(call, place, schema)(seen[place]);
      });
    },
    resolve,
  };
}

/** The parameters of a place as the fields of one object. */
function fieldsOf(parameters: Parameter[], place: Parameter['in']): DocumentSchema | undefined {
  const fields = parameters.filter((one) => one.in === place);
  if (fields.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** With references that say whose they are. */
function absolute(schema: DocumentSchema): DocumentSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `${NAME}${value}` : value,
  );
}

/** The texts of an address as the numbers that the document says they are. */
function typed(
  texts: Record<string, unknown>,
  schema: DocumentSchema | undefined,
  resolve: ApiDocument['resolve'],
): Record<string, unknown> {
  const properties = (schema?.properties ?? {}) as Record<string, DocumentSchema>;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const { type } = resolve(properties[name] ?? {});
      const isNumber =
        (type === 'integer' || type === 'number') && text !== '' && !Number.isNaN(Number(text));
      return [name, isNumber ? Number(text) : text];
    }),
  );
}
