import { readFileSync } from 'node:fs';
import { type Access, bodyLimitOf, type CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import * as z from 'zod';
import { INTRODUCTION } from './introduction.ts';
import { refusalsOf, SHARED_REFUSALS } from './refusals.ts';
import { describeSchemas, joinNamed, type Schema } from './schemas.ts';
import { TAGS } from './tags.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const REFERENCE_TO_REFUSAL = { $ref: '#/components/schemas/Refusal' };
const RETRY_AFTER = {
  'Retry-After': {
    description: 'The seconds after which to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
};
const FILE_NAME = {
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
};
const DONE = { 200: 'Done.', 201: 'Made.', 202: 'Begun: it goes on after this answer.' };

const CALLERS: Record<Access, string> = {
  public: 'Anybody may make it, without a token.',
  user: 'For a user who is signed in.',
  subscriber: 'For a user who is signed in and whose subscription has not ended.',
  admin: 'For an administrator who is signed in.',
  agent: 'For an agent, by its own token or by a login token of its user.',
};

const Refusal = z
  .object({
    error: z.string().meta({ description: 'A sentence for people.' }),
    code: z
      .string()
      .meta({ description: 'Tells cases of one status apart, where a program may need it.' })
      .optional(),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: 'The errors of the input by field.' })
      .optional(),
    request_id: z
      .string()
      .meta({ description: 'The id of a failed call in the log of the server.' })
      .optional(),
  })
  .meta({ id: 'Refusal' });

type Answered = Record<string, Schema>;

/** The OpenAPI document of all calls, from the contract's table. */
export function describeCalls() {
  const table = Object.entries<CallDefinition>(calls);
  const taken = describeSchemas(Object.fromEntries(table.flatMap(takenBy)), 'input');
  const answered = describeSchemas({ Refusal, ...Object.fromEntries(table.flatMap(answeredBy)) }, 'output');
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of table) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      ...describeCall(name, call),
      parameters: [
        ...describeParameters('path', taken.schemas[keyOf(call, 'params')]),
        ...describeParameters('query', taken.schemas[keyOf(call, 'query')]),
      ],
      ...(call.body && { requestBody: describeBody(call, taken.schemas[keyOf(call, 'body')]) }),
      responses: describeAnswers(name, call, answered.schemas),
    };
  }
  const { version, license } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pigeonpost',
      summary: 'Direct-message campaigns through Firefox profiles on machines of their users.',
      description: INTRODUCTION,
      version,
      license: { name: license, identifier: license },
    },
    servers: [{ url: '/', description: 'The server that answered this document.' }],
    security: [{ token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A login token from `POST /api/auth/login`, or the token of an agent.',
        },
      },
      responses: describeSharedRefusals(),
      schemas: joinNamed(taken.named, answered.named),
    },
  };
}

function takenBy([, call]: [string, CallDefinition]): [string, z.ZodType][] {
  return (['params', 'query', 'body'] as const).flatMap((part): [string, z.ZodType][] => {
    const schema = call[part];
    return schema ? [[keyOf(call, part), schema]] : [];
  });
}

function answeredBy([, call]: [string, CallDefinition]): [string, z.ZodType][] {
  const { errors, response } = call;
  return [
    [keyOf(call, 'response'), response],
    ...(errors ? [[keyOf(call, 'errors'), Refusal.extend(errors.shape)] as [string, z.ZodType]] : []),
  ];
}

type Part = 'params' | 'query' | 'body' | 'response' | 'errors';
const keyOf = ({ operationId }: CallDefinition, part: Part) => `${operationId} ${part}`;

function describeCall(name: string, { operationId, summary, access }: CallDefinition) {
  return {
    operationId,
    tags: [name.split('/')[2]],
    summary,
    description: CALLERS[access],
    ...(access === 'public' && { security: [] }),
  };
}

function describeParameters(place: 'path' | 'query', described: Schema | undefined) {
  const { properties = {}, required = [] } = described ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function describeBody(call: CallDefinition, schema: Schema | undefined) {
  return {
    description: `At most ${bodyLimitOf(call).toLocaleString('en-US')} bytes.`,
    // A call without a body is read as one with an empty object.
    required: !call.body?.safeParse({}).success,
    content: { 'application/json': { schema } },
  };
}

function describeAnswers(name: string, call: CallDefinition, answered: Answered) {
  const refused = refusalsOf(name, call).map((refusal) => {
    if (refusal.name !== undefined)
      return [refusal.status, { $ref: `#/components/responses/${refusal.name}` }];
    const extra = refusal.status === 409 ? answered[keyOf(call, 'errors')] : undefined;
    return [refusal.status, describeRefusal(refusal.when, extra)];
  });
  return { [call.status ?? 200]: describeSuccess(call, answered), ...Object.fromEntries(refused) };
}

function describeSuccess(call: CallDefinition, answered: Answered) {
  const description = DONE[call.status ?? 200];
  return call.file
    ? {
        description,
        headers: FILE_NAME,
        content: { [call.file]: { schema: { type: 'string', format: 'binary' } } },
      }
    : { description, content: { 'application/json': { schema: answered[keyOf(call, 'response')] } } };
}

function describeRefusal(description: string, schema: Schema = REFERENCE_TO_REFUSAL) {
  return { description, content: { 'application/json': { schema } } };
}

function describeSharedRefusals() {
  return Object.fromEntries(
    SHARED_REFUSALS.map(({ name, when, isTemporary }) => [
      name,
      { ...describeRefusal(when), ...(isTemporary && { headers: RETRY_AFTER }) },
    ]),
  );
}
