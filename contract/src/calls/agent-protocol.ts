import * as z from 'zod';
import { BEGIN_REFUSALS, OUTCOMES, REQUEST_KINDS } from '../agent.ts';
import { defineCalls } from '../call.ts';
import { DELIVERY_STATES } from '../campaigns.ts';
import { EmptyAnswer, Id, IdParams, NOT_A_CHARACTER, NOT_STORABLE } from '../fields.ts';
import { AGENT_BODY_LIMIT, AGENT_VALUE_LIMIT, RESULTS_BODY_LIMIT } from '../limits.ts';
import { Firefox } from './agents.ts';

const Path = z
  .string()
  .min(1)
  .max(4096)
  // No folder has it in its name. PostgreSQL would refuse it only after the call has given leases back.
  .refine((path) => !path.includes('\0'), NOT_STORABLE);
const TokenParams = z.object({ token: z.uuid() });

export const FirefoxProfile = z.object({
  name: z.string().max(1000),
  directory_name: z.string().max(1000),
  path: Path,
  size_mb: z.number(),
  is_default: z.boolean(),
});
export type FirefoxProfile = z.infer<typeof FirefoxProfile>;

export const Delivery = z.object({
  token: z.uuid(),
  campaign_id: Id,
  campaign_name: z.string(),
  recipient_id: Id,
  recipient: z.string(),
  /** The message with {username} already filled in. */
  message: z.string(),
  profile: z.object({
    id: Id,
    profile_name: z.string(),
    profile_path: z.string(),
    insta_username: z.string().nullable(),
  }),
  lease_seconds: z.int(),
  /** The number that its grant will have. Each profile counts its grants. */
  grant_number: z.int(),
});
export type Delivery = z.infer<typeof Delivery>;

export const AgentRequest = z.object({
  id: Id,
  kind: z.enum(REQUEST_KINDS),
  payload: z.record(z.string(), z.unknown()),
});
export type AgentRequest = z.infer<typeof AgentRequest>;

/** The database that answers: its permanent id, and its epoch, which a restore changes. */
export const ServerIdentity = z.object({ id: z.uuid(), epoch: z.int() });
export type ServerIdentity = z.infer<typeof ServerIdentity>;

/** The same with the user's high-water mark: the number of sendings ever granted (docs/engine.md#high-water-mark). */
export const AnsweringServer = ServerIdentity.extend({ mark: z.int() });
export type AnsweringServer = z.infer<typeof AnsweringServer>;

/** A machine's description of itself when it asks for a token of its own. */
export const EnrollingMachine = z.object({
  machine_name: z.string().trim().min(1).max(200),
  platform: z.string().trim().min(1).max(100),
  agent_version: z.string().trim().min(1).max(100),
});
export type EnrollingMachine = z.infer<typeof EnrollingMachine>;

/** A machine's token and its user. */
export const Enrolled = z.object({
  agent_token: z.string(),
  agent_id: Id,
  user: z.object({ id: Id, username: z.string() }),
  server: AnsweringServer,
});
export type Enrolled = z.infer<typeof Enrolled>;

const HELD_MAX = 10_000;

const WORDS_MAX = 2000;
const NOT_CHARACTERS = new RegExp(NOT_A_CHARACTER, 'gu');
// Cut and cleaned, not refused: the result counts whatever its text is.
const Words = z.string().transform((text) => text.slice(0, WORDS_MAX).replace(NOT_CHARACTERS, ''));
const NAMES_MAX = 10;
const Name = z.string().min(1).max(1000);

/** What a person wrote in their thread, as an agent saw it (docs/agent-protocol.md#replies). */
export const SeenReply = z.object({
  /** The person's name, or each form in which a list may have it: the first that is known counts. */
  person: z.union([Name, z.array(Name).min(1).max(NAMES_MAX)]),
  at: z.iso.datetime({ offset: true, error: 'at must be a moment with its zone' }),
  text: Words,
  /** The site's own id of the message. Without it the same text of the person is the same reply. */
  site_id: z
    .string()
    .min(1)
    .max(500)
    .refine((id) => !id.includes('\0'), NOT_STORABLE)
    .optional(),
});
export type SeenReply = z.infer<typeof SeenReply>;
const SEEN_MAX = 20;

const Results = z.record(z.string(), z.unknown());
// As it was asked, also of a server whose sites differ from ours.
const TakenSite = z
  .record(z.string().max(40), z.string().max(2000))
  .refine((site) => Object.keys(site).length <= 10, 'A site has at most 10 fields');

/** The calls between server and agent: docs/agent-protocol.md. */
export const agentProtocolCalls = defineCalls({
  'POST /api/agent/enrol': {
    access: 'user',
    summary: 'Exchange the pasted login token for an agent token of its own.',
    body: EnrollingMachine,
    status: 201,
    response: Enrolled,
  },
  'PUT /api/agent/machine': {
    access: 'agent',
    summary: "Report this machine's Firefox, its profiles, the open ones, and the drivers.",
    body: z.object({
      firefox: Firefox,
      profiles: z.array(FirefoxProfile).max(10_000),
      /** Profile folders with a window that a person sees. */
      open: z.array(Path).max(10_000),
      /** Profile folders with a hidden browser that the agent drives. */
      driving: z.array(Path).max(10_000).default([]),
      drivers: z.array(z.string().min(1).max(100)).max(100),
      /** Whether the agent's drivers count unread messages. */
      counts_unread: z.boolean().default(true),
      /** Whether the agent's drivers read replies. */
      reads_replies: z.boolean().default(false),
      /**
       * The account's site as this agent last took it from a `site` request, and why it cannot use it. An agent that
       * leaves it out is never asked (docs/behaviour.md#site).
       */
      site: z.object({ choice: TakenSite.nullable(), error: Words.nullable() }).optional(),
      /** The agent's present version; it may have been updated since it enrolled. */
      agent_version: z.string().trim().min(1).max(100).optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: EmptyAnswer,
  },
  'POST /api/agent/work': {
    access: 'agent',
    // The longest wait (50 seconds) and the 10 seconds of any other call.
    timeLimitMs: 60_000,
    summary: 'Ask for deliveries and requests; waits until there are any, or the wait ends.',
    body: z.object({
      capacity: z.int().min(0).max(1000),
      wait_seconds: z.number().min(0).max(50),
      profile_paths: z.array(Path).max(10_000),
      /**
       * Everything that the agent has taken and not yet reported. The server takes back leases and requests that are
       * not named here and not begun, before it hands out more. Without `holding` nothing is taken back.
       */
      holding: z
        .object({ deliveries: z.array(z.uuid()).max(HELD_MAX), requests: z.array(Id).max(HELD_MAX) })
        .optional(),
      /** The highest mark that this agent has seen from this server for this user. */
      mark: z.int().min(0).optional(),
      /** The newest epoch that the agent has seen, and its highest grant of each profile in that epoch. */
      grants: z
        .object({
          epoch: z.int(),
          profiles: z.array(z.object({ profile_id: Id, grant_number: z.int() })).max(10_000),
        })
        .optional(),
      /** The epoch of the last `merged` call of this agent that succeeded. */
      merged: z.int().optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: z.object({
      deliveries: z.array(Delivery),
      requests: z.array(AgentRequest),
      server: AnsweringServer,
    }),
  },
  'POST /api/agent/merged': {
    access: 'agent',
    summary: 'Report that all results of another epoch of the database were repeated.',
    body: z.object({ epoch: z.int() }),
    response: EmptyAnswer,
  },
  'POST /api/agent/deliveries/{token}/begin': {
    access: 'agent',
    summary: 'Ask for permission to send, directly before sending.',
    params: TokenParams,
    body: z.object({
      /** What the person wrote in the thread since the last message of this profile. They are judged with it. */
      replies: z.array(SeenReply).max(SEEN_MAX).optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    response: z.object({ granted: z.literal(true), grant_seconds: z.int(), mark: z.int() }),
    errors: z.object({ code: z.enum(BEGIN_REFUSALS) }),
  },
  'POST /api/agent/deliveries/{token}/result': {
    access: 'agent',
    summary: 'Report the result of a delivery. A repeat gets the same answer and counts once.',
    params: TokenParams,
    body: z.object({
      campaign_id: Id,
      recipient_id: Id,
      /** The server that handed the delivery out. A result without it needs the delivery's row. */
      server_id: z.uuid().optional(),
      outcome: z.enum(OUTCOMES),
      blocked: z.boolean().optional(),
      signed_out: z.boolean().optional(),
      profile_in_use: z.boolean().optional(),
      site_unreachable: z.boolean().optional(),
      machine_fault: z.boolean().optional(),
      reason: Words.optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    response: z.object({ recorded: z.literal(true), state: z.enum(DELIVERY_STATES) }),
    errors: z.object({ code: z.literal('stale') }),
  },
  'POST /api/agent/deliveries/{token}/release': {
    access: 'agent',
    summary: 'Hand a delivery back before begin.',
    params: TokenParams,
    body: z.object({}),
    response: EmptyAnswer,
  },
  'POST /api/agent/requests/{id}/progress': {
    access: 'agent',
    summary: 'Report progress of a request, with the results so far.',
    params: IdParams,
    body: z.object({ results: Results.optional() }),
    bodyLimit: RESULTS_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: EmptyAnswer,
  },
  'POST /api/agent/requests/{id}/result': {
    access: 'agent',
    summary: 'Finish a request.',
    params: IdParams,
    body: z.object({
      status: z.enum(['completed', 'failed']),
      results: Results.optional(),
      error_message: Words.optional(),
    }),
    bodyLimit: RESULTS_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: EmptyAnswer,
  },
  'GET /api/agent/profiles/{id}/sign-in': {
    access: 'agent',
    summary: "A profile's sign-in, for the agent of its machine only: a login token is refused.",
    params: IdParams,
    response: z.object({ insta_username: z.string().nullable(), insta_password: z.string().nullable() }),
  },
});
