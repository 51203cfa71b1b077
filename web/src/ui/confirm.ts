import type { ReactNode } from 'react';

export type Question = {
  title: string;
  /** What will happen, in numbers. */
  body: ReactNode;
  /** The verb: 'Delete campaign'. */
  confirmLabel: string;
  /** Not destructive: the confirm button is blue instead of red. */
  harmless?: boolean;
};

type Ask = (question: Question) => Promise<boolean>;

let ask: Ask | undefined;

/** Asks before something that cannot be undone; true when the reader agreed. Focus starts on Cancel. */
export function confirm(question: Question): Promise<boolean> {
  return ask ? ask(question) : Promise.resolve(false);
}

/** The host puts itself here while it is mounted. */
export function answerConfirmsWith(host: Ask): () => void {
  ask = host;
  return () => {
    ask = undefined;
  };
}
