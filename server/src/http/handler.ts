import type { CallDefinition } from '@pigeonpost/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Caller } from '../access/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { AfterCommit } from '../database/transactions.ts';
import type { OpenBulkReader } from './bodies/bulk-body.ts';

type Parsed<C, Part extends string> = C extends { [P in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

interface Input<C> {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type CallerOf<C> = C extends { access: 'public' } ? { caller: undefined } : { caller: Caller };

type ReaderContext<C> = Input<C> & CallerOf<C> & { tx: Tx };
/** The parameters of a handler: the checked input, the caller, and the request's one transaction. */
export type Context<C> = ReaderContext<C> & { afterCommit: AfterCommit };
type AnswerOf<C extends CallDefinition> = Promise<z.input<C['response']> | FastifyReply>;

type Handler<C extends CallDefinition> = (context: Context<C>) => AnswerOf<C>;
/** A handler of a GET, which only reads: each of its statements is a transaction by itself. */
type Reader<C extends CallDefinition> = (context: ReaderContext<C>) => AnswerOf<C>;
type OwnHandler<C extends CallDefinition> = (context: Input<C> & CallerOf<C>) => AnswerOf<C>;

/** A handler that opens its own transactions: it waits, streams, or works before there is a user. */
interface OwnTransactions<C extends CallDefinition> {
  ownTransactions: OwnHandler<C>;
  /** It looks itself whether the session of an agent still holds, in the statement that it makes in any case. */
  checksSession?: true;
}

/** A handler of a GET that writes, in the request's one transaction. */
interface Writes<C extends CallDefinition> {
  writes: Handler<C>;
}

/** A handler of a user's call which spans all users if an administrator makes it. */
interface AcrossUsersForAdmins<H> {
  acrossUsersForAdmins: H;
}

type ForUsersOrAcross<H> = H | AcrossUsersForAdmins<H>;

/** A handler of a bulk call, with the body from its own reader. */
interface Bulk<C extends CallDefinition, Body> {
  openReader: OpenBulkReader<Body>;
  ownTransactions(context: Omit<Input<C>, 'body'> & { body: Body } & CallerOf<C>): AnswerOf<C>;
}

/** One handler for each call of a feature; `BulkBodies` are the bodies of its bulk calls, as their readers give them. */
export type Routes<
  Calls extends Record<string, CallDefinition>,
  BulkBodies extends Partial<Record<keyof Calls, unknown>> = Record<never, never>,
> = {
  [Name in keyof Calls]: Calls[Name] extends { bulk: object }
    ? Bulk<Calls[Name], BulkBodies[Name]>
    :
        | OwnTransactions<Calls[Name]>
        | (Name extends `GET ${string}`
            ? ForUsersOrAcross<Reader<Calls[Name]>> | Writes<Calls[Name]>
            : ForUsersOrAcross<Handler<Calls[Name]>>);
};
