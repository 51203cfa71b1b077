import type { Place, TriedCall } from './every-call.ts';
import { isOptional, type SchemaPart, takes } from './schema-parts.ts';

/** The keys of a user's rows: all have the same number, name and path, whatever they are. */
export interface Belongings {
  /** The first of every kind; the second has the next number. */
  id: number;
  name: string;
  /** The token of a delivery that is being sent. */
  token: string;
  /** The token of one that was handed out and not begun. */
  held_token: string;
  /** The code of a paired machine. */
  user_code: string;
  password: string;
  /** Secrets that open a row to anybody. */
  secrets: { reset_token: string; confirm_token: string; device_code: string };
  server_id: string;
}

/** The input of a call, by place. */
export type Input = Partial<Record<Place, unknown>>;

// Larger than any count, and less than any id's maximum: a schema that accepts it takes an id.
const LARGE = 900_000_000;
const NUMBERS = [1, 0, 30, 100];

const IS_PATH = /path|^open$|^driving$|_dir$/;

/** The path of the rows of that name. */
export const pathOf = (name: string): string => `/p/${name}`;

/** An input that the schemas accept, in which every possible key is one of these belongings. */
export function exampleOf({ parts }: TriedCall, things: Belongings): Input {
  return Object.fromEntries(
    Object.entries(parts).map(([place, part]) => [place, exampleOfPart(part, things, '')]),
  );
}

function exampleOfPart(part: SchemaPart, things: Belongings, key: string): unknown {
  switch (part.kind) {
    case 'object':
      return Object.fromEntries(
        Object.entries(part.fields)
          .filter(([, field]) => !isOptional(field) || mayName(field))
          .map(([name, field]) => [name, exampleOfPart(field, things, name)]),
      );
    case 'list':
      return [exampleOfPart(part.item, things, key)];
    case 'record':
      return {};
    case 'either':
      return exampleOfPart((part.options.find(mayName) ?? part.options[0]) as SchemaPart, things, key);
    case 'choice':
      return part.values[0];
    case 'number':
      return isId(part) ? things.id : NUMBERS.find((number) => takes(part.schema, number));
    case 'text':
    case 'anything':
      return textsOf(things, key).find((text) => takes(part.schema, text));
  }
}

/** Whether a value could be a key of a row: an id, a token, a name, a path, or a part of a name. */
function mayName(part: SchemaPart): boolean {
  if (part.kind === 'number') return isId(part);
  if (part.kind === 'object') return Object.values(part.fields).some(mayName);
  if (part.kind === 'list') return mayName(part.item);
  if (part.kind === 'either') return part.options.some(mayName);
  return part.kind === 'text' || part.kind === 'anything';
}

const isId = ({ schema }: SchemaPart) =>
  takes(schema, LARGE) && takes(schema, LARGE + 1) && !takes(schema, 0.5);

function textsOf({ name, token }: Belongings, key: string): string[] {
  return [IS_PATH.test(key) ? pathOf(name) : name, token, `Otters-climb-${name}`, '2026-09-12'];
}
