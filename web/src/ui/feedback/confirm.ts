import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

export type Question = {
  title: string;
  /** The consequences, in numbers. */
  body: ReactNode;
  /** The verb: 'Delete campaign'. */
  confirmLabel: string;
  /** Leaves everything as it is; 'Cancel' unless typed text would be lost. */
  cancelLabel?: string;
  /** A second way to agree, instead of the first: 'Resume and start KILN NIGHT again'. */
  otherLabel?: string;
  /** Two ways to do it, of which one is chosen; the first is the default, the second counts as 'other'. */
  choices?: [Choice, Choice];
  /** Not destructive: the confirm button is blue instead of red. */
  harmless?: boolean;
  /** The query that its text depends on, which may change while it is open. */
  follows?: Followed;
};

/** A query, and how its answer changes a question. */
type Followed = { query: UseQueryOptions; questionOf: (data: unknown) => Partial<Question> };

/** Makes the text of a question follow a query while it is open. */
export function following<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
  questionOf: (data: Data) => Partial<Question>,
): Followed {
  return {
    query: query as unknown as UseQueryOptions,
    questionOf: (data) => questionOf(data as Data),
  };
}

type Choice = { label: string; note: string };

/** The agreed way; false for none. */
export type Confirmation = boolean | 'other';

type Ask = (question: Question) => Promise<Confirmation>;

let ask: Ask | undefined;

/**
 * Asks before an action that cannot be undone; true if the user agreed, 'other' for the second way. Focus starts on
 * Cancel.
 */
export function confirm(question: Question): Promise<Confirmation> {
  return ask ? ask(question) : Promise.resolve(false);
}

/** The host registers itself here while it is mounted. */
export function setConfirmHost(host: Ask): () => void {
  ask = host;
  return () => {
    ask = undefined;
  };
}
