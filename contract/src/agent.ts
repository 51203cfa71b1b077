/** The result of a delivery as an agent reports it. `failed` means that certainly nothing was sent. */
export const OUTCOMES = ['sent', 'not_found', 'failed', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why begin was refused. After a refusal the agent has nothing to report. */
export const BEGIN_REFUSALS = [
  'paused',
  'ended',
  'profile_blocked',
  'profile_inactive',
  'do_not_contact',
  'messaged',
  'replied',
  'gone',
  'lease_over',
  'subscription',
  'frozen',
  'outside_hours',
  'cap_reached',
] as const;
export type BeginRefusal = (typeof BEGIN_REFUSALS)[number];

/** What a request asks of an agent. */
export const REQUEST_KINDS = [
  'open',
  'close',
  'list',
  'create',
  'delete',
  'test',
  'unread',
  'site',
  'replies',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const REQUEST_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Seconds a claimed delivery is held before begin. */
export const LEASE_SECONDS = 120;
/** Seconds the lease lasts once begin was granted. */
export const SENDING_LEASE_SECONDS = 300;
/** Seconds a grant may be used, counted by the agent from the moment it asked. */
export const GRANT_SECONDS = 60;
/** Seconds after which a profile with which Firefox could not start is tried again. */
export const FAULT_REST_SECONDS = 600;
/** What a profile rests for besides the site's word: its machine's fault, or an obstacle that three people met in a row. */
export const FAULT_KINDS = ['machine', 'obstacle'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
/** Seconds after its last work call that an agent still counts as connected. */
export const CONNECTED_SECONDS = 60;

export const REQUEST_TIMED_OUT = 'The agent did not answer in time';
