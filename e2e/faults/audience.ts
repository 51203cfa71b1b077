import { FIELD_VALUE_MAX } from '@pigeonpost/contract/people/person-fields';
import { type Part, USERNAME } from '@pigeonpost/contract/text/message-text';
import type { Random } from '../kills/seeded-random.ts';
import { isAccepted, type Owner } from './owner.ts';
import { KINDS } from './site.ts';

const FIELDS = ['city', 'first_name'] as const;
type FieldName = (typeof FIELDS)[number];

/** The texts of campaigns after their beginning; the last may be too long. */
const TEXTS = [
  'hello {username}',
  'hello {first_name|friend} of {city}',
  String.raw`{City}, {city}! For {username}{first_name|}, \{city}`,
];
const LONG = 'ø'.repeat(FIELD_VALUE_MAX);
const CITIES = ['Oslo', 'Tromsø', 'Bergen', '{username}', '\\{city}', LONG];
const FIRST_NAMES = ['Lena', 'Nils', '{city}'];

interface AudienceOptions {
  name: string;
  owner: Pick<Owner, 'call'>;
  random: Random;
}

/** The people of a scene, and every value that they ever had. */
export class Audience {
  readonly people: string[] = [];
  readonly #options: AudienceOptions;
  /** Null: no value. */
  readonly #had = new Map<string, Record<FieldName, Set<string | null>>>();
  #ids: Record<FieldName, number> = { city: 0, first_name: 0 };

  constructor(options: AudienceOptions) {
    this.#options = options;
  }

  async makeFields(): Promise<void> {
    const { call } = this.#options.owner;
    // Repeated after a lost answer, it is refused: the field exists.
    for (const name of FIELDS) await isAccepted(call('POST /api/fields', { body: { name } }));
    const { fields } = await call('GET /api/fields', { query: {} });
    for (const name of FIELDS) this.#ids[name] = fields.find((field) => field.name === name)?.id ?? 0;
  }

  newPeople(count: number): string[] {
    return Array.from({ length: count }, () => {
      const number = this.people.length;
      // Most exist and answer; the other kinds come in turn.
      const kind = number % 4 === 3 ? KINDS[Math.floor(number / 4) % KINDS.length] : 'plain';
      const person = `${kind}.${this.#options.name}.${number}`;
      this.people.push(person);
      return person;
    });
  }

  drawText(): string {
    return this.#draw(TEXTS);
  }

  /** Adds people to a list. Some new ones have no value, and those of before keep theirs. */
  async import(list_id: number, { known, fresh }: { known: string[]; fresh: string[] }): Promise<void> {
    const rows = fresh.map((person) => {
      const city = this.#options.random() < 0.2 ? null : this.#draw(CITIES);
      const first_name = this.#options.random() < 0.5 ? null : this.#draw(FIRST_NAMES);
      this.#note(person, { city, first_name });
      return [person, city ?? '', first_name ?? ''];
    });
    const columns = FIELDS.map((name) => ({ field: this.#ids[name] }));
    const body = { list_id, columns, rows: [...known.map((person) => [person, '', '']), ...rows] };
    await this.#options.owner.call('POST /api/recipients/import', { body });
  }

  /** Whether the owner's change of a value was accepted. */
  async changeValue(person = this.#draw(this.people)): Promise<boolean> {
    const name = this.#draw(FIELDS);
    const values = name === 'city' ? CITIES : FIRST_NAMES;
    const value = this.#options.random() < 0.3 ? null : this.#draw(values);
    // People of a list of bare names have no values until now.
    if (!this.#had.has(person)) this.#note(person, { city: null, first_name: null });
    this.#note(person, { [name]: value });
    const body = { fields: { [this.#ids[name]]: value } };
    const params = { name: person };
    return isAccepted(this.#options.owner.call('PUT /api/people/{name}', { params, body }));
  }

  /** Every value that the person may have had at some time; null: none. */
  valuesEver(person: string, blank: string): (string | null)[] {
    if (blank === USERNAME) return [person];
    const had = this.#had.get(person)?.[blank as FieldName];
    return had ? [...had] : [null];
  }

  /** The values of a delivery, by the names of their blanks. */
  valuesOf(person: string, blanks: Record<string, string>): Record<string, string> {
    const values: Record<string, string> = { [USERNAME]: person };
    for (const name of FIELDS) {
      const value = blanks[this.#ids[name]];
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  /** Whether the person never had a value that a text with these parts needs. */
  neverHadWhatNeeds(person: string, parts: readonly Part[]): boolean {
    return parts.some(
      (part) =>
        typeof part !== 'string' &&
        part.else === undefined &&
        this.valuesEver(person, part.name).every((value) => value === null),
    );
  }

  /** Before the call: an answer may be lost. */
  #note(person: string, values: Partial<Record<FieldName, string | null>>): void {
    const had = this.#had.get(person);
    for (const name of FIELDS) {
      const value = values[name];
      if (value !== undefined) had?.[name].add(value);
    }
    const first = (name: FieldName) => new Set([values[name] ?? null]);
    if (!had) this.#had.set(person, { city: first('city'), first_name: first('first_name') });
  }

  #draw<T>(things: readonly T[]): T {
    return things[Math.floor(this.#options.random() * things.length)] as T;
  }
}
