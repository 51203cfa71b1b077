import type { Call } from '@pigeonpost/contract/client';
import { until } from '../kills/until.ts';
import type { RealSite } from './real-site.ts';

interface Scene {
  call: Call;
  site: RealSite;
  replies: NonNullable<RealSite['replies']>;
  profiles_used: number[];
  limits: { milliseconds: number; signal: AbortSignal };
  say: (line: string) => void;
}

interface Written {
  name: string;
  profile: string;
}

const WORDS = ['STOP 🙏', 'Yes, with a friend please', 'I cannot stop thinking of it'];

/**
 * Lets some of the people reply, and one more whose reply is seen only before begin, and writes to all of them again.
 * Nobody who replied gets another message, who said stop is on do-not-contact, and all others get one more.
 */
export async function writeToRepliers(scene: Scene): Promise<boolean> {
  const { call, site, replies, say, limits } = scene;
  const first = await findCampaign(call, 'Kiln night');
  const written = await findWritten(call, first.id);
  const [repliers, others] = [written.slice(0, WORDS.length), written.slice(WORDS.length)];
  const list_id = await makeList(call, written);
  for (const [index, { name, profile }] of repliers.entries())
    await replies.write(name, profile, WORDS[index] ?? '');
  const marks = await replies.marks();
  const read = await readReplies(scene);
  const again = await readReplies(scene);
  const isSame = read.length === repliers.length && again.join() === read.join();
  const isUnseen = (await replies.marks()) === marks;
  say(`${isSame ? 'ok  ' : 'FAIL'}  ${read.length} replies were read, and ${again.length} the second time`);
  say(`${isUnseen ? 'ok  ' : 'FAIL'}  the server was not told that anything was read`);
  const second = await startSecond(scene, list_id);
  // In the last place: handed out after the pause of a profile, when the reply has long been there.
  const late = replies.isAtOnce ? others.at(-1)?.name : undefined;
  if (late) {
    const { profiles } = await call('GET /api/profiles');
    // Whichever of them opens the thread sees it there.
    for (const { profile_name } of profiles)
      await replies.write(late, profile_name, 'Wait, I have a question');
    const tried = await listPeople(call, second, 'tried');
    if (tried.some(({ recipient }) => recipient === late))
      throw new Error(`${late} was handed out too early.`);
  }
  const isEnded = await until(async () => {
    const { campaigns } = await call('GET /api/campaigns', { query: {} });
    return campaigns.every(({ status }) => status === 'completed') || undefined;
  }, limits);

  const heard = new Set([...repliers.map(({ name }) => name), ...(late ? [late] : [])]);
  let isGood = Boolean(isEnded);
  const people = [
    ...(await listPeople(call, second, 'tried')),
    ...(await listPeople(call, second, 'skipped')),
  ];
  for (const { name } of written) {
    const arrived = (await site.arrivedAt(name)).filter((text) => text.startsWith('Hi ')).length;
    const { state, reason } = people.find(({ recipient }) => recipient === name) ?? {};
    const isRight = heard.has(name)
      ? state === 'skipped' && arrived === 1
      : state === 'sent' && arrived === 2;
    isGood &&= isRight;
    say(`${isRight ? 'ok  ' : 'FAIL'}  ${name}: ${state}, ${reason ?? ''} and ${arrived} arrived in all`);
  }
  const { do_not_contact } = await call('GET /api/do-not-contact', { query: {} });
  const stopped = do_not_contact.map(({ recipient }) => recipient).join();
  const isStopped = stopped === repliers[0]?.name;
  const { total_replied } = await findCampaign(call, 'Kiln night');
  const isCounted = total_replied === heard.size;
  say(`${isStopped ? 'ok  ' : 'FAIL'}  on do-not-contact: ${stopped}`);
  say(`${isCounted ? 'ok  ' : 'FAIL'}  ${total_replied} of ${heard.size} replied`);
  return isGood && isSame && isUnseen && isStopped && isCounted;
}

/** Reads the replies of all profiles, and gives the ids of those that are known then. */
async function readReplies({ call, limits, say }: Scene): Promise<number[]> {
  await call('POST /api/replies/read', { body: {} });
  const ended = await until(async () => {
    const { reading } = await call('GET /api/replies/reading');
    return reading && reading.completed_at !== null ? reading : undefined;
  }, limits);
  for (const { profile_name, error } of ended?.profiles ?? [])
    if (error) say(`      ${profile_name}: ${error}`);
  const { replies } = await call('GET /api/replies', { query: {} });
  return replies.map(({ id }) => id);
}

async function findCampaign(call: Call, name: string) {
  const { campaigns } = await call('GET /api/campaigns', { query: {} });
  const found = campaigns.find((campaign) => campaign.name === name);
  if (!found) throw new Error(`There is no campaign ${name}.`);
  return found;
}

async function listPeople(call: Call, id: number, state: 'tried' | 'sent' | 'skipped') {
  const query = { state, limit: 100 };
  return (await call('GET /api/campaigns/{id}/recipients', { params: { id }, query })).recipients;
}

/** The people who certainly got the first message, the earliest first: nobody replies within a second. */
async function findWritten(call: Call, id: number): Promise<Written[]> {
  const people = (await listPeople(call, id, 'sent')).reverse();
  return people.flatMap(({ recipient, profile_name }) =>
    recipient !== null && profile_name !== null ? { name: recipient, profile: profile_name } : [],
  );
}

async function makeList(call: Call, written: Written[]): Promise<number> {
  const { list } = await call('POST /api/lists', { body: { name: 'Kiln friends again' } });
  const recipients = written.map(({ name }) => name);
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  return list.id;
}

async function startSecond({ call, profiles_used }: Scene, list_id: number): Promise<number> {
  const body = { name: 'Second', content: 'Hi {username}, there is a second night.' };
  const { template } = await call('POST /api/templates', { body });
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Kiln again', message_template_id: template.id, list_id, profiles_used },
  });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  return campaign.id;
}
