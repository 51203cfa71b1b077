import { UNKNOWN_PEOPLE } from './people.ts';

/** Messages to the demo's profiles from before the campaign: an empty inbox has nothing to count. */
const FIRST_MESSAGES = [
  { profile: 0, person: 'ida.lund', text: 'Do you still have the blue bowls?' },
  { profile: 0, person: 'otto.vik', text: 'When is the next market?' },
  { profile: 1, person: 'siri.moss', text: 'Is the studio open on Sunday?' },
];

const ANSWERING = { one_in: 6, after_ms: 2 * 60_000, stop_one_in: 5 };

/** Fills the practice inbox: some people are unknown, some answer, and some have written already. */
export async function fillPractice(url: string, accounts: readonly string[]): Promise<void> {
  const turn = (method: 'PUT' | 'POST', path: string, body?: object) =>
    fetch(`${url}/switches${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  for (const name of UNKNOWN_PEOPLE) await turn('PUT', `/unknown/${name}`);
  await turn('PUT', '/answering', ANSWERING);
  const state = (await (await fetch(`${url}/switches`)).json()) as { incoming: unknown[] };
  if (state.incoming.length > 0) return;
  for (const { profile, person, text } of FIRST_MESSAGES)
    await turn('POST', '/incoming', { account: accounts[profile], person, text });
}
