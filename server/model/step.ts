import type { AgentFault, AgentStep } from './agent-model.ts';
import type { Disaster, Recovery, RecoveryStep } from './disaster-model.ts';
import type { OwnerStep } from './owner-steps.ts';
import type { ReplyStep } from './reply-model.ts';
import type { Message, Server } from './state.ts';

export type Step =
  /** `isNaming`: the work call names what the agent holds. */
  | { kind: 'claim'; profiles: number[]; isNaming?: true }
  | { kind: 'deliver'; index: number }
  | { kind: 'agent'; profile: number; step: AgentStep }
  | { kind: 'report'; index: number }
  | { kind: 'sweep' | 'requeue' | 'wait' | 'end import' }
  | { kind: 'lease end' | 'rest end'; profile: number }
  /** Of the account where no campaign is named. */
  | { kind: 'hours open'; campaign: number | null }
  | { kind: 'day passes' | 'hour passes' }
  /** The week at half after a block. */
  | { kind: 'half over'; profile: number }
  | { kind: 'last moment near' | 'last moment passes'; campaign: number }
  /** The sweep starts what is due. */
  | { kind: 'start scheduled' }
  /** Of a countdown, of the moment of a start, and of the quarter of an hour after it. */
  | { kind: 'countdown over' | 'start comes' | 'quarter passes'; campaign: number }
  /** Two begins that arrive in one batch, by their places among the messages. */
  | { kind: 'begin together'; indexes: [number, number] }
  /** Uses up one closing. */
  | { kind: 'hours close'; campaign: number | null }
  // Each of these uses up one fault.
  | { kind: 'drop' | 'repeat'; index: number }
  | { kind: 'agent fault'; profile: number; fault: AgentFault }
  | { kind: 'crash' | 'lose power' | 'lose journal' }
  // Each but a backup uses up one disaster.
  | { kind: 'disaster'; disaster: Disaster }
  | ({ kind: 'recovery' } & RecoveryStep)
  /** The database is replaced by its backup, without an announcement. */
  | { kind: 'put back' }
  /** This machine is no longer awaited. */
  | { kind: 'minute over'; machine: number }
  // An unrelated journal: it must change nothing, and so costs no fault.
  | { kind: 'stray'; campaign: number; name: number; server: Server }
  | ReplyStep
  | { kind: 'owner'; step: OwnerStep };

/** The calls to the server in a step and their answers; the real one must answer the same. */
export type Exchange =
  | {
      kind: 'claim';
      profiles: number[];
      holding: number[] | undefined;
      /** Whether it is the first one that a crash of the database loses. */
      mayBeLost: boolean;
      answer: (number | null)[];
      /** The values in their messages. */
      values: (number | null)[];
    }
  | { kind: 'release'; token: number; answer: string }
  /** With the person whose reply stands in the thread. */
  | { kind: 'begin'; token: number; seen?: number; answer: string }
  | ReplyStep
  | { kind: 'begin together'; tokens: number[]; answer: string[] }
  | { kind: 'hours'; campaign: number | null; isOpen: boolean }
  | { kind: 'day passes' | 'hour passes' | 'start scheduled' }
  | { kind: 'half over'; profile: number }
  | { kind: 'last moment near' | 'last moment passes'; campaign: number }
  | { kind: 'countdown over' | 'start comes' | 'quarter passes'; campaign: number }
  | { kind: 'result'; message: Message & { kind: 'result'; to: 'server' }; answer: string }
  | { kind: 'sweep' | 'requeue' | 'wait' | 'end import' }
  | { kind: 'lease end' | 'rest end'; profile: number }
  | { kind: 'disaster'; disaster: Disaster }
  | { kind: 'recovery'; recovery: Recovery }
  | { kind: 'owner'; step: OwnerStep; answer: boolean };
