import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { RecipientFilter } from '@pigeonpost/contract/recipients';

/** A list of whose people a new one is made. */
export type SourceList = { id: number; name: string; recipient_count: number };

/** With what a new list from lists begins: a list, and who of it, or these recipients alone. */
export type SetStart = {
  list?: SourceList;
  search?: string;
  status?: RecipientFilter | null;
  conditions?: Condition[];
  ids?: number[];
  /** They are to be written to: a new campaign opens with the list. */
  isForCampaign?: boolean;
};
