/** A schema of JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

type Content = Readonly<Record<string, { schema?: Schema }>>;

interface Answer {
  content?: Content;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Answer>>;
  security?: unknown[];
}

/** A document of OpenAPI 3.1, as far as a change of it could break a program. */
export interface Api {
  info: { version: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: Readonly<Record<string, unknown>>;
  security?: unknown[];
}

/** What a program sends may only be taken more freely, and what it is answered may only say more. */
type Way = 'sent' | 'answered';

/** The same part of both documents. */
interface Pair<T> {
  was: T;
  is: T;
}

interface Place {
  /** What is compared: POST /api/lists, its body. */
  of: string;
  /** The field, with dots. */
  at: string;
  way: Way;
  apis: Pair<Api>;
  /** The references that are being compared: a schema may hold itself. */
  under: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete'];

/**
 * What would break a program that was written for the first document, as sentences. New calls, new fields of answers, new
 * values of an answer's enum, wider limits and new statuses of refusals break none.
 */
export function findBreaks(was: Api, is: Api): string[] {
  const breaks = Object.entries(was.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const [before, after] = [operations[method], is.paths[path]?.[method]];
      const call = `${method.toUpperCase()} ${path}`;
      if (!before) return [];
      return after ? ofCall(call, { was: before, is: after }, { was, is }) : [`${call} is gone`];
    }),
  );
  return [...new Set(breaks)];
}

function ofCall(call: string, { was, is }: Pair<Operation>, apis: Pair<Api>): string[] {
  const place = (part: string, way: Way): Place => ({
    of: `${call}, its ${part},`,
    at: '',
    way,
    apis,
    under: [],
  });
  const isOpen = ({ security }: Operation, api: Api) => (security ?? api.security ?? []).length === 0;
  const needsToken = isOpen(was, apis.was) && !isOpen(is, apis.is);
  const parametersOf = ({ parameters = [] }: Operation, api: Api, where: string) =>
    parameters.map((one) => follow(api, one)).filter((one) => one.in === where);
  return [
    ...(needsToken ? [`${call} needs a token`] : []),
    ...['path', 'query', 'header'].flatMap((where) =>
      ofParameters(
        { was: parametersOf(was, apis.was, where), is: parametersOf(is, apis.is, where) },
        place(where, 'sent'),
      ),
    ),
    ...ofBodies({ was: was.requestBody, is: is.requestBody }, place('body', 'sent')),
    ...Object.entries(was.responses).flatMap(([status, answer]) => {
      const now = answersLike(status, is);
      if (now.length === 0) return [`${call} does not answer ${status} any more`];
      const { content } = follow(apis.was, answer);
      return nearest(
        now.map((one) => ({
          isOtherType: false,
          breaks: ofContents(
            { was: content, is: follow(apis.is, one).content },
            place(`answer ${status}`, 'answered'),
          ),
        })),
      );
    }),
  ];
}

/** The answers that stand for one of before. A document may name each refusal where it said `default`, and vice versa. */
function answersLike(status: string, { responses }: Operation): Answer[] {
  if (status === 'default')
    return Object.keys(responses).flatMap((one) => (one[0] === '2' ? [] : (responses[one] ?? [])));
  const named = status[0] === '2' ? [status] : [status, `${status[0]}XX`, 'default'];
  return named.flatMap((one) => responses[one] ?? []).slice(0, 1);
}

function ofParameters({ was, is }: Pair<Parameter[]>, place: Place): string[] {
  const find = (all: Parameter[], name: string) => all.find((one) => one.name === name);
  const kept = was.flatMap((one) => {
    const [now, here] = [find(is, one.name), { ...place, at: one.name }];
    if (!now) return [tell(here, 'is gone')];
    const required = now.required && !one.required ? [tell(here, 'is required now')] : [];
    return [...required, ...ofSchemas({ was: one.schema, is: now.schema }, here)];
  });
  const added = is.filter((one) => one.required && !find(was, one.name));
  return [...kept, ...added.map(({ name }) => tell({ ...place, at: name }, 'is new and required'))];
}

function ofBodies({ was, is }: Pair<Operation['requestBody']>, place: Place): string[] {
  if (!was) return is?.required ? [tell(place, 'is new and required')] : [];
  return is ? ofContents({ was: was.content, is: is.content }, place) : [tell(place, 'is gone')];
}

function ofContents({ was = {}, is = {} }: Pair<Content | undefined>, place: Place): string[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    const now = is[type];
    return now
      ? ofSchemas({ was: schema, is: now.schema ?? {} }, place)
      : [tell(place, `is no ${type} any more`)];
  });
}

/** Each alternative of the side that speaks must be one of the other side. */
function ofSchemas({ was, is }: Pair<Schema>, place: Place): string[] {
  const references = `${was.$ref} ${is.$ref}`;
  if (place.under.includes(references)) return [];
  const isReference = was.$ref !== undefined && is.$ref !== undefined;
  const within = isReference ? { ...place, under: [...place.under, references] } : place;
  const [before, after] = [alternatives(place.apis.was, was), alternatives(place.apis.is, is)];
  const compare = (pair: Pair<Schema>) => ({
    isOtherType: isOtherType(pair, place.way),
    breaks: ofOne(pair, within),
  });
  const found =
    place.way === 'sent'
      ? before.flatMap((one) => nearest(after.map((other) => compare({ was: one, is: other }))))
      : after.flatMap((other) => nearest(before.map((one) => compare({ was: one, is: other }))));
  return [...new Set(found)];
}

function ofOne({ was, is }: Pair<Schema>, place: Place): string[] {
  if (isOtherType({ was, is }, place.way))
    return [tell(place, `is ${typeOf(is)} now, and was ${typeOf(was)} before`)];
  const hasItems = isSchema(was.items) && isSchema(is.items);
  return [
    ...(place.way === 'sent' ? ofLimits({ was, is }, place) : []),
    ...ofFields({ was, is }, place),
    ...(hasItems
      ? ofSchemas({ was: was.items as Schema, is: is.items as Schema }, { ...place, at: `${place.at}[]` })
      : []),
  ];
}

function ofFields({ was, is }: Pair<Schema>, place: Place): string[] {
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  const [needed, needs] = [requiredOf(was), requiredOf(is)];
  const field = (name: string): Place => ({ ...place, at: place.at === '' ? name : `${place.at}.${name}` });
  const found = Object.entries(before).flatMap(([name, schema]) => {
    const now = after[name];
    return now ? ofSchemas({ was: schema, is: now }, field(name)) : [tell(field(name), 'is gone')];
  });
  const lost = needed.filter((name) => after[name] && !needs.includes(name));
  if (place.way === 'answered') found.push(...lost.map((name) => tell(field(name), 'may be left out now')));
  const added = needs.filter((name) => !needed.includes(name));
  const isRequired = (name: string) =>
    tell(field(name), before[name] ? 'is required now' : 'is new and required');
  if (place.way === 'sent') found.push(...added.map(isRequired));
  const [keyed, keys] = [was.additionalProperties, is.additionalProperties];
  if (isSchema(keyed) && isSchema(keys)) found.push(...ofSchemas({ was: keyed, is: keys }, field('*')));
  return found;
}

const tell = ({ of, at }: Place, what: string) => `${of}${at === '' ? '' : ` ${at}`} ${what}`;

/** The breaks of the alternative that fits best: of the same type, with the fewest. */
function nearest(compared: { isOtherType: boolean; breaks: string[] }[]): string[] {
  const ofType = compared.filter((one) => !one.isOtherType);
  const [first, ...others] = ofType.length > 0 ? ofType : compared;
  return others.reduce(
    (least, { breaks }) => (breaks.length < least.length ? breaks : least),
    first?.breaks ?? [],
  );
}

/** The single types that a schema stands for: of a union, of a list of types, of a reference. */
function alternatives(api: Api, schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return alternatives(api, follow(api, schema));
  const { oneOf, anyOf, type } = schema;
  if (Array.isArray(type))
    return type.flatMap((one) => alternatives(api, { ...schema, type: one } as Schema));
  const options = (oneOf ?? anyOf) as Schema[] | undefined;
  if (type === undefined && options) return options.flatMap((option) => alternatives(api, option));
  return [schema];
}

/** What a reference leads to, with what stands beside it; anything else is as it is. */
function follow<Part extends object>(api: Api, part: Part): Part {
  const { $ref, ...beside } = part as Part & { $ref?: unknown };
  if (typeof $ref !== 'string') return part;
  let target: unknown = api;
  for (const key of $ref.replace(/^#\//, '').split('/'))
    target = (target as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  return { ...follow(api, target as Part), ...beside };
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const fieldsOf = ({ properties = {} }: Schema) => properties as Record<string, Schema>;
const requiredOf = ({ required = [] }: Schema) => required as string[];

function valuesOf(schema: Schema): unknown[] | undefined {
  return 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
}

function typeOf(schema: Schema): string {
  if (typeof schema.type === 'string') return schema.type;
  const [value] = valuesOf(schema) ?? [];
  return value === undefined ? 'anything' : value === null ? 'null' : typeof value;
}

/** A whole number is a number too: it may be sent where any is taken, and answered where any is read. */
function isOtherType({ was, is }: Pair<Schema>, way: Way): boolean {
  const [narrow, wide] = way === 'sent' ? [typeOf(was), typeOf(is)] : [typeOf(is), typeOf(was)];
  if (wide === 'anything' || (narrow === 'integer' && wide === 'number')) return false;
  return narrow !== wide;
}

const MOST = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
const LEAST = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
/** Rules that are no numbers: another one may refuse what the former took. */
const RULES = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'dependentRequired', 'dependentSchemas'];
/** Rules of an object's fields together, beside its type. */
const FORMS = ['oneOf', 'anyOf', 'allOf', 'not'];

/** The limits of what a program sends that are narrower than before. */
function ofLimits({ was, is }: Pair<Schema>, place: Place): string[] {
  const found: string[] = [];
  const limits: [string[], (now: number, before: number) => boolean][] = [
    [MOST, (now, before) => now < before],
    [LEAST, (now, before) => now > before],
  ];
  for (const [keys, isNarrower] of limits)
    for (const key of keys) {
      const [before, now] = [was[key], is[key]] as [number | undefined, number | undefined];
      if (now === undefined || (before !== undefined && !isNarrower(now, before))) continue;
      found.push(tell(place, `has ${key} ${now}${before === undefined ? '' : `, and had ${before} before`}`));
    }
  for (const key of [...RULES, ...FORMS])
    if (is[key] !== undefined && JSON.stringify(is[key]) !== JSON.stringify(was[key]))
      found.push(tell(place, `has another ${key}`));
  if (is.additionalProperties === false && was.additionalProperties !== false)
    found.push(tell(place, 'takes no other fields any more'));
  const [values, taken] = [valuesOf(was), valuesOf(is)];
  if (!taken) return found;
  if (!values) return [...found, tell(place, `takes ${JSON.stringify(taken)} only`)];
  const lost = values.filter((value) => !taken.includes(value));
  return lost.length === 0
    ? found
    : [...found, tell(place, `does not take ${JSON.stringify(lost)} any more`)];
}
