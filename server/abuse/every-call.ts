import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import { partOf, type SchemaPart } from './schema-parts.ts';

export const PLACES = ['params', 'query', 'body'] as const;
export type Place = (typeof PLACES)[number];

/** A call of the contract, with its input described place by place. */
export interface TriedCall {
  name: string;
  method: string;
  path: string;
  call: CallDefinition;
  parts: Partial<Record<Place, SchemaPart>>;
}

/** Every call of the contract, so that a new one is covered. */
export const everyCall: TriedCall[] = Object.entries(calls as Record<string, CallDefinition>).map(
  ([name, call]) => {
    const [method = '', path = ''] = name.split(' ');
    const parts = Object.fromEntries(
      PLACES.flatMap((place) => {
        const schema = call[place];
        return schema ? [[place, partOf(schema)]] : [];
      }),
    );
    return { name, method, path, call, parts };
  },
);
