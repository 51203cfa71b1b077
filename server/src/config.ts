/** The server's settings, checked; nothing else reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where the database and the keys lie, unless DATABASE_URL and SECRET_KEY are given. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** 32 bytes, from SECRET_KEY; undefined: a key file in dataDir. */
  readonly secretKey: Buffer | undefined;
  /** Days of a new user's trial; 0 for none. */
  readonly trialDays: number;
  readonly adminUsername: string | undefined;
  readonly adminPassword: string | undefined;
  /** The practice inbox: delays may be shorter than 30 s, and only practice drivers get work. */
  readonly practiceUrl: string | undefined;
}
