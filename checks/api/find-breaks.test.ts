import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, findBreaks } from './find-breaks.ts';

type Schema = Record<string, unknown>;
type Operation = Api['paths'][string][string];

const json = (schema: Schema) => ({ 'application/json': { schema } });
const object = (properties: Record<string, Schema>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const api = (paths: Record<string, Record<string, Operation>>, components = {}): Api => ({
  info: { version: '1.0.0' },
  paths,
  components,
});
const answer: Operation = { responses: { 200: { content: json(object({})) } } };

/** An API with one call that takes a body. */
const taking = (schema: Schema): Api =>
  api({
    '/notes': { post: { requestBody: { required: true, content: json(schema) }, ...answer } },
  });
/** An API with one call that answers this. */
const answering = (schema: Schema, status = '200'): Api =>
  api({ '/notes': { get: { responses: { [status]: { content: json(schema) } } } } });
/** An API with one call that has this parameter. */
const asking = (parameter: { required?: boolean; schema?: Schema }, name = 'page'): Api =>
  api({
    '/notes': {
      get: { parameters: [{ name, in: 'query', schema: { type: 'integer' }, ...parameter }], ...answer },
    },
  });

const text = { type: 'string' };
const ofBody = (words: string) => [`POST /notes, its body, ${words}`];
const ofAnswer = (words: string) => [`GET /notes, its answer 200, ${words}`];

const cases: [what: string, before: Api, after: Api, breaks: string[]][] = [
  [
    'a call that is gone',
    api({ '/notes': { get: answer, post: answer } }),
    api({ '/notes': { get: answer } }),
    ['POST /notes is gone'],
  ],
  [
    'a call that needs a token now',
    api({ '/notes': { get: answer } }),
    api({ '/notes': { get: { ...answer, security: [{ token: [] }] } } }),
    ['GET /notes needs a token'],
  ],
  [
    'a status of success that is another one',
    answering(text),
    answering(text, '201'),
    ['GET /notes does not answer 200 any more'],
  ],
  [
    'a field of an answer that is gone',
    answering(object({ id: text, name: text })),
    answering(object({ id: text })),
    ofAnswer('name is gone'),
  ],
  [
    'a field of an answer that may be left out',
    answering(object({ id: text }, ['id'])),
    answering(object({ id: text })),
    ofAnswer('id may be left out now'),
  ],
  [
    'a field of an answer that may be null',
    answering(object({ id: text })),
    answering(object({ id: { type: ['string', 'null'] } })),
    ofAnswer('id is null now, and was string before'),
  ],
  [
    'a field of a list in an answer',
    answering({ type: 'array', items: object({ id: text }) }),
    answering({ type: 'array', items: object({}) }),
    ofAnswer('[].id is gone'),
  ],
  [
    'another type of a field',
    answering(object({ id: text })),
    answering(object({ id: { type: 'integer' } })),
    ofAnswer('id is integer now, and was string before'),
  ],
  [
    'a number that may be answered with a fraction',
    answering(object({ size: { type: 'integer' } })),
    answering(object({ size: { type: 'number' } })),
    ofAnswer('size is number now, and was integer before'),
  ],
  [
    'a field of a body that is not taken any more',
    taking(object({ name: text })),
    taking(object({})),
    ofBody('name is gone'),
  ],
  [
    'an optional field that is required',
    taking(object({ name: text })),
    taking(object({ name: text }, ['name'])),
    ofBody('name is required now'),
  ],
  [
    'a new field that is required',
    taking(object({})),
    taking(object({ name: text }, ['name'])),
    ofBody('name is new and required'),
  ],
  [
    'a longest length that is less',
    taking(object({ name: { ...text, maxLength: 100 } })),
    taking(object({ name: { ...text, maxLength: 50 } })),
    ofBody('name has maxLength 50, and had 100 before'),
  ],
  [
    'a limit where there was none',
    taking(object({ tags: { type: 'array' } })),
    taking(object({ tags: { type: 'array', maxItems: 5 } })),
    ofBody('tags has maxItems 5'),
  ],
  [
    'a least number that is more',
    taking(object({ size: { type: 'integer', minimum: 0 } })),
    taking(object({ size: { type: 'integer', minimum: 1 } })),
    ofBody('size has minimum 1, and had 0 before'),
  ],
  [
    'another pattern',
    taking(object({ name: text })),
    taking(object({ name: { ...text, pattern: '^a' } })),
    ofBody('name has another pattern'),
  ],
  [
    'a value that is not taken any more',
    taking(object({ kind: { enum: ['a', 'b'] } })),
    taking(object({ kind: { enum: ['b', 'c'] } })),
    ofBody('kind does not take ["a"] any more'),
  ],
  [
    'values where any were taken',
    taking(object({ kind: text })),
    taking(object({ kind: { ...text, enum: ['a'] } })),
    ofBody('kind takes ["a"] only'),
  ],
  [
    'fields that are no longer passed over',
    taking(object({})),
    taking({ ...object({}), additionalProperties: false }),
    ofBody('takes no other fields any more'),
  ],
  [
    'null that is not taken any more',
    taking(object({ name: { anyOf: [text, { type: 'null' }] } })),
    taking(object({ name: text })),
    ofBody('name is string now, and was null before'),
  ],
  [
    'a rule of fields together',
    taking(object({ a: text, b: text })),
    taking({ ...object({ a: text, b: text }), oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ofBody('has another oneOf'),
  ],
  ['a parameter that is gone', asking({}), asking({}, 'side'), ['GET /notes, its query, page is gone']],
  [
    'a parameter that is required',
    asking({}),
    asking({ required: true }),
    ['GET /notes, its query, page is required now'],
  ],
  [
    'a limit of a parameter',
    asking({}),
    asking({ schema: { type: 'integer', maximum: 9 } }),
    ['GET /notes, its query, page has maximum 9'],
  ],
];

for (const [what, before, after, breaks] of cases)
  test(`it names ${what}`, () => {
    assert.deepEqual(findBreaks(before, after), breaks);
    assert.deepEqual(findBreaks(before, before), []);
  });

test('it is silent about what no program notices', () => {
  const note = { $ref: '#/components/schemas/Note' };
  const components = { schemas: { Note: object({ id: text, next: note }, ['id']) } };
  const pairs: [Api, Api][] = [
    [answering(object({ id: text })), answering(object({ id: text, new: text }))],
    [answering(object({ id: { type: ['string', 'null'] } })), answering(object({ id: text }))],
    [answering({ enum: ['a'] }), answering({ enum: ['a', 'b'] })],
    [
      taking(object({ name: { ...text, maxLength: 5 } }, ['name'])),
      taking(object({ name: { ...text, maxLength: 9 }, new: text })),
    ],
    [taking(object({ size: { type: 'integer' } })), taking(object({ size: { type: 'number' } }))],
    [asking({ required: true }), asking({})],
    // The same schema under a name, which holds itself.
    [
      api({ '/notes': { get: { responses: { 200: { content: json(note) } } } } }, components),
      api({ '/notes': { get: { responses: { 200: { content: json(note) } } } } }, components),
    ],
    [
      answering(object({ id: text })),
      api(
        { '/notes': { get: { responses: { 200: { content: json({ $ref: '#/components/schemas/It' }) } } } } },
        { schemas: { It: object({ id: text }) } },
      ),
    ],
    // Refusals by status where one schema stood for all.
    [
      api({
        '/notes': { get: { responses: { default: { content: json(object({ error: text }, ['error'])) } } } },
      }),
      api({
        '/notes': { get: { responses: { 404: { content: json(object({ error: text }, ['error'])) } } } },
      }),
    ],
  ];
  for (const [before, after] of pairs) assert.deepEqual(findBreaks(before, after), []);
});
