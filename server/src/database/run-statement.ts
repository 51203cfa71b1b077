import type pg from 'pg';

// A rare statement is not worth a place in every connection.
const USES_BEFORE_NAMED = 5;
const NAMED_AT_MOST = 400;
const COUNTED_AT_MOST = 1_000;
// A kept plan would serve twenty names and a million alike, and outlive the import between them.
const PLANNED_EACH_TIME = /(?:\b(?:from|join|into|update)\s|,)\s*"?(?:recipients|deliveries)\b/i;

const names = new Map<string, string>();
const uses = new Map<string, number>();

/** One statement by the extended protocol, which refuses a second one in the text. */
const ONLY_ONE = { queryMode: 'extended' };

/**
 * Runs one statement with its values as parameters. From its fifth use on it is prepared: each connection parses it
 * once and may keep its plan (docs/decisions/0035-one-way-into-the-database.md).
 */
export function runStatement<Row extends pg.QueryResultRow>(
  connection: Pick<pg.ClientBase, 'query'>,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  const name = nameOf(text);
  return connection.query<Row>({ ...ONLY_ONE, ...(name && { name }), text, values });
}

/** A name stands for the same text on every connection of this process. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= NAMED_AT_MOST || PLANNED_EACH_TIME.test(text)) return name;
  const count = (uses.get(text) ?? 0) + 1;
  if (count < USES_BEFORE_NAMED) {
    if (uses.size >= COUNTED_AT_MOST) uses.clear();
    uses.set(text, count);
    return undefined;
  }
  uses.delete(text);
  const given = `statement ${names.size + 1}`;
  names.set(text, given);
  return given;
}
