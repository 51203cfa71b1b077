import assert from 'node:assert/strict';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { fillText } from '@pigeonpost/contract/text/message-text';
import { seededRandom } from '../../../../model/random.ts';
import { FUNCTIONS_SCHEMA } from '../../../database/functions.ts';
import { valuesByName } from '../../../engine/message.ts';
import { partsWithFields } from '../../../engine/read-text.ts';
import { engineTest, type World } from '../../../testing/engine-world.ts';
import { rolledBack } from '../../../testing/lock-waits.ts';

const TEXTS = 120;
const PIECES = ['Hi ', ' ', '\n', '🏺', 'x'.repeat(240), '{username}'];
const BLANKS = ['{a}', '{b}', '{a|there}', '{b|}', '{c|}', '{c| }', '{c|\u00a0}', '{c|🏺🏺}', '{a|x y}'];
const VALUES = ['', '', 'Lena', '🏺', 'y'.repeat(240), 'z'.repeat(500)];

interface Judged {
  recipient: string;
  fields: Record<string, string>;
  reason: Unfit | null;
}

/** A blank is of the kind that lacks a value for it. */
interface Unfit {
  kind: string;
  blank?: string;
}

engineTest(
  'a plan refuses and measures as the claim does, whatever the text and the values',
  async (world) => {
    const random = seededRandom(20_261_127);
    const oneOf = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? '';
    const list_id = await world.list([]);
    const rows = Array.from({ length: 40 }, (_, at) => [
      `name${'_'.repeat(at % 20)}${at}`,
      ...[0, 1, 2].map(() => oneOf(VALUES)),
    ]);
    const columns = ['a', 'b', 'c'].map((new_field) => ({ new_field }));
    await world.user.call('POST /api/recipients/import', { body: { list_id, columns, rows } });
    const { fields } = await world.user.call('GET /api/fields', { query: {} });
    const seen = { will: 0, unfilled: 0, too_long: 0 };
    for (let text = 0; text < TEXTS; text++) {
      const pieces = Array.from({ length: 1 + Math.floor(random() * 7) }, () =>
        oneOf(random() < 0.6 ? BLANKS : PIECES),
      );
      const content = pieces.join('').slice(0, 1_000);
      if (content.trim() === '' || !BLANKS.some((blank) => content.includes(blank))) continue;
      const { plan } = await world.user.call('POST /api/campaigns/plan', { body: { list_id, content } });
      const parts = partsWithFields(content, fields);
      const judged = await judgeAsClaim(world, list_id, parts);
      const refused = new Map<string, string[]>();
      for (const { recipient, reason } of judged)
        if (reason !== null) refused.set(keyOf(reason), [...(refused.get(keyOf(reason)) ?? []), recipient]);
      const planned = plan.will_not.map(
        ({ reason, field, people }) => [`${reason} ${field}`, people] as const,
      );
      assert.deepEqual(new Map(planned), refused, content);
      const messages = judged
        .filter(({ reason }) => reason === null)
        .map(({ recipient, fields }) => fillText(parts, valuesByName(parts, fields, recipient)));
      assert.equal(plan.will, messages.length, content);
      assert.equal(plan.longest, Math.max(0, ...messages.map(countCharacters)), content);
      assert.ok(
        plan.sample.every(({ text }) => messages.includes(text)),
        content,
      );
      seen.will += plan.will;
      for (const { reason, count } of plan.will_not)
        if (reason === 'unfilled' || reason === 'too_long') seen[reason] += count;
    }
    assert.ok(Math.min(...Object.values(seen)) > 100, JSON.stringify(seen));
  },
);

const keyOf = ({ kind, blank }: Unfit) => `${kind} ${blank ?? null}`;

/** What the claim's own function says of each person of the list, in the order of the line. */
function judgeAsClaim({ app, user }: World, list_id: number, parts: CampaignPart[]): Promise<Judged[]> {
  return rolledBack(app.database, async (client) => {
    await client.query(`set local search_path = ${FUNCTIONS_SCHEMA}, public`);
    const { rows } = await client.query<Judged>(
      `select r.recipient, coalesce(p.fields, '{}') as fields,
        unfit_reason(needs_of($3::jsonb), r.recipient, coalesce(p.fields, '{}')) as reason
      from recipients r left join people p using (user_id, recipient)
      where r.user_id = $1 and r.list_id = $2 order by r.position`,
      [user.id, list_id, JSON.stringify(parts)],
    );
    return rows;
  });
}
