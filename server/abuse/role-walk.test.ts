import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Answered } from './ask.ts';
import { ask } from './ask.ts';
import { everyCall, type TriedCall } from './every-call.ts';
import type { Belongings, Input } from './example.ts';
import { ownInput, positionsOf, REFUSED_TO_OWNERS, substituted } from './inputs.ts';
import { idPattern, withoutMarks } from './marks.ts';
import { missingBelongings, NO_SECRETS } from './own-world.ts';
import { type Stage, setStage } from './stage.ts';
import { createStrangers, refusalOf, type Stranger } from './strangers.ts';

const NOBODYS = missingBelongings(9_909_001, 'nobody_zq');

/** Effects of a stranger on others' rows that are by design, by the place of the key, with the reason. */
const BY_DESIGN: Record<string, string> = {
  'POST /api/auth/register body.username': 'a name that is taken is said to be',
  'POST /api/auth/forgot-password body.username': 'whoever forgot a password cannot sign in to say so',
  // Not ids but the agent's knowledge: one that knows more freezes its own user, and the new epoch is random.
  'POST /api/agent/work body.mark': 'a mark is a count',
  'POST /api/agent/work body.grants.epoch': 'an epoch is a moment',
  'POST /api/agent/work body.grants.profiles.0.profile_id': "another's profile is one that is not there",
  'POST /api/agent/work body.grants.profiles.0.grant_number': 'a grant number is a count',
};

/** Users' calls that span all users for administrators. */
const FOR_ADMINS = /^\w+ \/api\/(support|search)\b/;

test('every caller reaches their own rows, and no others', async (t) => {
  const stage = await setStage(t);
  const strangers = await createStrangers(stage);

  await t.test("every call succeeds for its owner, so that a stranger's call could have worked", async () => {
    for (const call of everyCall) {
      const { victim, admin } = stage;
      const token = {
        public: undefined,
        user: victim.user.token,
        subscriber: victim.user.token,
        admin: admin.token,
        agent: victim.agent.token,
      }[call.call.access];
      const { status, text } = await ask(stage.app.url, call, ownInput(call, victim), token);
      const expected = (REFUSED_TO_OWNERS as Record<string, number>)[call.name] ?? call.call.status ?? 200;
      assert.equal(status, expected, `${call.name}: ${text} (inputs.ts says how its owner calls it)`);
      if (call.method !== 'GET') await stage.restore();
    }
  });

  await t.test(
    "a caller without the right is refused with the contract's text, and nothing changes",
    async () => {
      for (const stranger of strangers) {
        for (const call of everyCall) {
          const refusal = refusalOf(call.call.access, stranger);
          if (!refusal) continue;
          const { status, text } = await ask(
            stage.app.url,
            call,
            ownInput(call, stage.victim),
            stranger.token,
          );
          assert.deepEqual(
            { status, body: JSON.parse(text) },
            { status: refusal.status, body: { error: refusal.error } },
            `${call.name} as ${stranger.who}`,
          );
        }
        assert.deepEqual(await stage.changes(), [], stranger.who);
      }
    },
  );

  await t.test(
    'another user’s row is answered as if it did not exist, and stays unchanged, in every place of every call',
    async () => {
      const problems: string[] = [];
      const walk = await createWalk(stage, problems);
      for (const call of everyCall)
        for (const stranger of strangers) {
          if (refusalOf(call.call.access, stranger)) continue;
          if (
            stranger.who === 'an administrator' &&
            (call.call.access === 'admin' || FOR_ADMINS.test(call.name))
          )
            continue;
          // A caller without a token differs only for public calls.
          if (call.call.access === 'public' && stranger.who !== 'nobody' && stranger.who !== 'another user')
            continue;
          await walk(call, stranger);
        }
      assert.deepEqual(problems, []);
    },
  );
});

/** Makes a call with the victim's keys in each place, and with missing ones: there must be no difference. */
async function createWalk(stage: Stage, problems: string[]) {
  const { app, victim, attacker } = stage;
  const theirs = { ...victim, secrets: NO_SECRETS };
  const mine = { ...attacker, secrets: NO_SECRETS };
  const pattern = idPattern(victim);

  async function tryOne(call: TriedCall, stranger: Stranger, input: Input, what: string): Promise<Answered> {
    const answer = await ask(app.url, call, input, stranger.token);
    if (answer.status >= 500) problems.push(`${what}: ${answer.text}`);
    const sent = JSON.stringify(input);
    for (const tells of [(text: string) => text.includes(victim.name), (text: string) => pattern.test(text)])
      if (!tells(sent) && tells(answer.text)) problems.push(`${what} tells ${answer.text}`);
    if (call.method === 'GET') return answer;
    for (const change of await stage.changes()) {
      const told = JSON.stringify(change);
      if (change.user_id === victim.id) problems.push(`${what} changes ${told}`);
      else if (pattern.test(told)) problems.push(`${what} leaves ${told}`);
    }
    await stage.restore();
    return answer;
  }

  async function compare(
    { call, stranger, place }: { call: TriedCall; stranger: Stranger; place: string },
    inputOf: (things: Belongings) => Input,
  ): Promise<void> {
    if (BY_DESIGN[`${call.name} ${place}`]) return;
    const what = `${call.name} as ${stranger.who} with another's ${place}`;
    const foreign = await tryOne(call, stranger, inputOf(theirs), what);
    const unknown = await tryOne(call, stranger, inputOf(NOBODYS), `${what} (nobody's)`);
    const [one, other] = [foreign, unknown].map((answer) => withoutMarks(answer, [theirs, NOBODYS]));
    if (!isDeepStrictEqual(one, other))
      problems.push(
        `${what}: ${foreign.status} ${foreign.text}, and of nobody's ${unknown.status} ${unknown.text}`,
      );
  }

  return async (call: TriedCall, stranger: Stranger) => {
    const places = positionsOf(call, mine, theirs);
    if (places.length === 0) return void (await tryOne(call, stranger, ownInput(call, mine), call.name));
    const isPublic = call.call.access === 'public';
    if (!isPublic) await compare({ call, stranger, place: 'everything' }, (things) => ownInput(call, things));
    const ownsThings = stranger.token === attacker.user.token || stranger.token === attacker.agent.token;
    if (!ownsThings && !isPublic) return;
    for (const at of places) {
      const place = at.join('.');
      const put = (beside: boolean) => (foreign: Belongings) =>
        substituted(call, { own: mine, foreign, at, beside });
      await compare({ call, stranger, place }, put(false));
      if (typeof at.at(-1) === 'number')
        await compare({ call, stranger, place: `${place} beside one's own` }, put(true));
    }
  };
}
