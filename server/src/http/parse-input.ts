import type { CallDefinition } from '@pigeonpost/contract/call';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { badRequest, notFound } from '../errors.ts';

// A list in a body may have thousands of them.
const ERRORS_TOLD = 100;

/**
 * A call's input by the contract's schemas: 400 with the error of every field, 404 for a malformed id. The body of a
 * bulk call was checked by its reader.
 */
export function parseInput(call: CallDefinition, request: FastifyRequest) {
  const params = call.params?.safeParse(request.params);
  // A malformed id cannot exist, so it is answered like an unknown address.
  if (params?.success === false) throw notFound('Not found');
  return {
    params: params?.data,
    query: call.query && parsePart(call.query, withoutEmpty(request.query as Record<string, unknown>)),
    body:
      call.bulk && request.body !== undefined
        ? request.body
        : call.body && parseBody(call.body, request.body),
  };
}

/** An empty value in an address counts as left out (docs/behaviour.md#paging). */
function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** A body by its schema: 400 with the error of every field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parsePart(schema, value ?? {});
}

function parsePart<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues.slice(0, ERRORS_TOLD))
    fields[path.join('.')] ??= message;
  throw badRequest(parsed.error.issues[0]?.message ?? 'This input is not valid', { fields });
}

// For errors without a text in the contract's schema: a wrong type, a missing field.
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const path = issue.path?.join('.');
  return path ? `${path} is missing or not valid` : 'The body must be a JSON object';
}
