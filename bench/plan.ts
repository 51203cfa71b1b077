import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { fillList } from './data/fill-list.ts';
import { type Figure, reportFigures, showWaits, time } from './figures.ts';
import { type Taken, timeCall } from './processor-per-call.ts';
import { startBenchServer } from './server.ts';

// How long the plan of a campaign to a long list takes over HTTP, with a text without fields and with three blanks, and
// how long a page of another list takes meanwhile: `node bench/plan.ts [names] [rounds]`. One name in a hundred is on
// do-not-contact, and all have three values.
const NAMES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const OTHER_NAMES = 1_000;
const TEXTS = {
  'without fields': 'Hi {username}!',
  'with three blanks': 'Hi {first_name}, are you in {city|town}? Thank you for {order}!',
};

const server = await startBenchServer();
try {
  const { user } = await server.call('GET /api/auth/profile');
  const list_id = await fillList(server.database, { user_id: user.id, name: 'Everybody', names: NAMES });
  const other = await fillList(server.database, { user_id: user.id, name: 'Others', names: OTHER_NAMES });
  await fillKnown(user.id, list_id);
  const figures: Figure[] = [];
  for (const [what, content] of Object.entries(TEXTS))
    figures.push(...(await measure(what, content, { list_id, other })));
  reportFigures({
    figures,
    notes: [`${NAMES.toLocaleString('en-US')} names, ${ROUNDS} plans of each; p50, p95, worst.`],
  });
} finally {
  await server.stop();
}

async function fillKnown(user_id: number, list_id: number): Promise<void> {
  await server.database.query(
    `insert into fields (user_id, name, label, created_at)
    select $1, name, name, now() from unnest(array['first_name', 'city', 'order']) name`,
    [user_id],
  );
  await server.database.query(
    `insert into people (user_id, recipient, fields)
    select user_id, recipient, (select jsonb_object_agg(id::text, 'a ' || name) from fields where user_id = $1)
    from recipients where user_id = $1 and list_id = $2 order by recipient`,
    [user_id, list_id],
  );
  await server.database.query(
    `insert into do_not_contact (user_id, recipient, created_at)
    select user_id, recipient, now() from recipients where user_id = $1 and list_id = $2 and id % 100 = 0`,
    [user_id, list_id],
  );
  await server.database.query('vacuum analyze');
  await server.database.query('checkpoint');
}

async function measure(
  what: string,
  content: string,
  { list_id, other }: { list_id: number; other: number },
): Promise<Figure[]> {
  const { template } = await server.call('POST /api/templates', { body: { name: what, content } });
  const { profile } = await server.call('POST /api/profiles', {
    body: { profile_name: what, profile_path: `/p/${what}` },
  });
  const { campaign } = await server.call('POST /api/campaigns', {
    body: {
      name: what.slice(0, 10),
      list_id,
      message_template_id: template.id,
      profiles_used: [profile.id],
    },
  });
  const params = { id: campaign.id };
  const taken: Taken[] = [];
  const pages: number[] = [];
  let counted = '';
  const reader = createClient({ baseUrl: server.url, token: () => server.token });
  for (let round = 0; round < ROUNDS; round++) {
    let isOver = false;
    const plan = timeCall(server, async () => {
      const { plan } = await server.call('GET /api/campaigns/{id}/plan', { params });
      counted = plan.is_counted_to_end
        ? 'counted to the end'
        : `${plan.will.toLocaleString('en-US')} counted so far`;
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      pages.push(
        await time(() => reader('GET /api/lists/{id}/recipients', { params: { id: other }, query: {} })),
      );
      await pause(20);
    }
    taken.push(await plan);
  }
  const processor = showWaits(taken.map(({ processorMs }) => processorMs));
  return [
    {
      what: `a plan ${what}`,
      ours: `${showWaits(taken.map(({ ms }) => ms))}; processor time ${processor}; ${counted}`,
      aim: '< 2,000 ms',
    },
    {
      what: `a page meanwhile, ${what} (p50, p99, worst)`,
      ours: showWaits(pages, [0.5, 0.99, 1]),
      aim: 'p99 < 30 ms',
    },
  ];
}
