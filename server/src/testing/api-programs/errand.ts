/** What a program of somebody else is asked to do: sign in, and send a campaign to its end. */
export interface Errand {
  url: string;
  username: string;
  password: string;
  names: string[];
  /** Has the agent send all messages of the profile in this folder. */
  deliver(profile_path: string): Promise<void>;
}

/** What it was answered. */
export interface Sent {
  username: string;
  added: number;
  will: number;
  status: string;
  total_sent: number;
  /** The error of starting the ended campaign again. */
  refusal: string | undefined;
}
