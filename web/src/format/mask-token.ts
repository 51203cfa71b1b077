const SHOWN_FIRST = 7;
const SHOWN_LAST = 4;

/** 'pp_4tXe••••9fKq': enough to recognise a token, too little to use it. */
export function maskToken(token: string): string {
  const hidden = token.length - SHOWN_FIRST - SHOWN_LAST;
  if (hidden <= 0) return '•'.repeat(token.length);
  return `${token.slice(0, SHOWN_FIRST)}${'•'.repeat(hidden)}${token.slice(-SHOWN_LAST)}`;
}
