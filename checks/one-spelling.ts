interface Spelling {
  what: string;
  /** The one file with this spelling. */
  home: RegExp;
  found: RegExp;
}

const SESSIONS = String.raw`\b(?:from|join) sessions\b|\b(?:selectFrom|innerJoin|leftJoin)\(\s*'sessions'`;

/** Conditions that decide about locks and access: a second spelling could differ from the first. */
export const SPELLINGS: Spelling[] = [
  {
    what: "a user's lock is lock_users",
    home: /^server\/functions\/engine\/lock-users\.sql$/,
    found: /pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(\s*1\s*,/,
  },
  {
    what: 'advisory locks are taken in server/src/database',
    home: /^server\/(?:src\/database\/|functions\/engine\/lock-users\.sql$)/,
    found: /pg_(?:try_)?advisory_/,
  },
  {
    what: 'whether a session is live is is_session_live',
    // read_work_calls asks it for many calls at once, for agents, whose sessions have no end.
    home: /^server\/functions\/(?:access\/live-session|agent-protocol\/work)\.sql$/,
    found: new RegExp(
      String.raw`(?:${SESSIONS})[^;]*?(?:expires_at'?,?\s*'?[<>]|is_active',\s*'='|(?:and|where) (?:not )?(?:\w+\.)?is_active)|new Date\(\w*session\w*\.expires_at\)`,
    ),
  },
];

/** Conditions that a source spells outside of their home. */
export function findSecondSpellings({ path, text }: { path: string; text: string }): string[] {
  return SPELLINGS.filter(({ home, found }) => !home.test(path) && found.test(text)).map(({ what }) => what);
}
