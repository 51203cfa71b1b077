import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

export type Question = {
  title: string;
  /** What will happen, in numbers. */
  body: ReactNode;
  /** The verb: 'Delete campaign'. */
  confirmLabel: string;
  /** Leaves everything as it is; 'Cancel' unless something typed is at stake. */
  cancelLabel?: string;
  /** A second thing to agree to, in place of the first: 'Resume and start KILN NIGHT again'. */
  otherLabel?: string;
  /** Two ways to do it, of which one is chosen; the first is at the beginning, the second counts as 'other'. */
  choices?: [Choice, Choice];
  /** Not destructive: the confirm button is blue instead of red. */
  harmless?: boolean;
  /** What its words are of, which may change elsewhere while it stands. */
  follows?: Followed;
};

/** A query, and what of a question its answer changes. */
type Followed = { query: UseQueryOptions; questionOf: (data: unknown) => Partial<Question> };

/** Has the words of a question follow a query while it stands. */
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

/** What was agreed to; false for nothing. */
export type Confirmation = boolean | 'other';

type Ask = (question: Question) => Promise<Confirmation>;

let ask: Ask | undefined;

/** Asks before something that cannot be undone; true when the reader agreed, 'other' when to the second thing. Focus starts on Cancel. */
export function confirm(question: Question): Promise<Confirmation> {
  return ask ? ask(question) : Promise.resolve(false);
}

/** The host puts itself here while it is mounted. */
export function setConfirmHost(host: Ask): () => void {
  ask = host;
  return () => {
    ask = undefined;
  };
}
