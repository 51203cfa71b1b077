// Over 300 lines: how replies are read, decided on, counted and followed up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('replies are read by a press, shown wherever their people are, and decided on where they may ask for a stop', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const id = await startCampaign(marta, { ...parts, name: 'Raku night' });
  const agent = await startScriptedAgent(site, marta, undefined, { reads_replies: true });
  const [friend, thinker, stopper] = [
    await agent.deliver('sent'),
    await agent.deliver('sent'),
    await agent.deliver('sent'),
  ];
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByText('0.0% of sent, not read yet').waitFor();
  await page.getByText('No replies yet.').waitFor();
  await Promise.all([
    agent.readReplies([{ person: 'stranger', text: 'Do you sell mugs?' }]),
    page.getByRole('button', { name: 'Read now' }).click(),
  ]);
  await page.getByText('0.0% of sent, read ').waitFor();
  await page.getByText('1 other wrote too; nothing of that is kept.').waitFor();
  const readElsewhere = async (...replies: { person: string; text: string }[]) => {
    await marta.call('POST /api/replies/read', { body: { profile_ids: parts.profiles_used } });
    await agent.readReplies(replies);
  };
  await readElsewhere(
    { person: friend, text: 'Oh lovely, yes please! Can I bring a friend?' },
    { person: thinker, text: 'I cannot stop thinking of it' },
    { person: stopper, text: 'STOP 🙏' },
  );
  await page.getByText('100.0% of sent, read ').waitFor();
  await page.getByRole('row', { name: /kiln\.club .*3 \(100\.0%\)/ }).waitFor();
  const replies = page.getByRole('list', { name: 'Replies', exact: true }).getByRole('listitem');
  await replies.filter({ hasText: 'Can I bring a friend?' }).waitFor();
  await replies.filter({ hasText: 'STOP 🙏' }).getByText('On do-not-contact').waitFor();
  assert.equal(await replies.count(), 2, 'who may ask for a stop stands above');
  const undecided = page.getByRole('list', { name: 'Replies to decide on' });
  await undecided.getByText('I cannot stop thinking of it').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await visit(page, '/dashboard');
  await page.getByText('1 reply to decide on').waitFor();
  await page.getByRole('link', { name: 'Decide' }).click();
  await page.getByRole('tab', { name: 'To decide on 1' }).waitFor();
  await page.getByRole('list', { name: 'Replies' }).getByText('I cannot stop thinking of it').waitFor();
  await page.getByRole('tab', { name: 'All 3' }).click();
  await page.getByRole('button', { name: `Mark as automatic: @${friend}` }).click();
  await page.getByText(`Noted: a machine answered for @${friend}. It counts for nothing.`).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: `Not automatic: @${friend}` }).click();
  await page.getByRole('button', { name: `Mark as automatic: @${friend}` }).waitFor();
  await readElsewhere({ person: friend, text: 'And my aunt?' });
  await page.getByRole('tab', { name: 'All 4' }).waitFor();
  await visit(page, `/campaigns/${id}`);
  await undecided.getByRole('button', { name: `No stop meant by @${thinker}` }).press('Enter');
  await page.getByText(`Noted: @${thinker} did not ask you to stop.`).waitFor();
  await undecided.waitFor({ state: 'detached' });
  assert.equal(await replies.count(), 4);
  await page.getByRole('link', { name: /^3: show the 3 who replied/ }).click();
  await page.getByRole('tab', { name: 'Replied 3' }).waitFor();
  await page
    .getByRole('row', { name: new RegExp(`@${friend}`) })
    .getByText(/^Replied \d\d-/)
    .waitFor();

  await visit(page, '/campaigns');
  await page.getByRole('columnheader', { name: 'Replied' }).waitFor();
  await page.getByRole('cell', { name: '3 (100.0%)' }).waitFor();
  await visit(page, '/dashboard');
  await page.getByText('100.0% of all attempts, 3 replied').waitFor();
  await visit(page, `/lists/${parts.list_id}?status=replied`);
  await page.getByRole('columnheader', { name: 'Replied' }).waitFor();
  await page.getByRole('row').nth(3).waitFor();

  await visit(page, `/people/${stopper}`);
  const happened = page.getByRole('list', { name: 'What happened' });
  await happened.getByText('STOP 🙏').waitFor();
  await page.getByText(/On since \d\d-\d\d-\d{4}, by their reply\./).waitFor();
  await page.getByRole('switch', { name: `Do not contact @${stopper}` }).press('Space');
  const dialog = page.getByRole('dialog', { name: `Take @${stopper} off do-not-contact` });
  await dialog.getByText(/^They asked to be left alone on /).waitFor();
  await dialog.getByLabel('Reason').fill('asked');
  await dialog.getByRole('button', { name: 'Take off' }).click();
  await dialog.getByText('A reason has 10 to 200 characters').waitFor();
  await dialog.getByLabel('Reason').fill('She asked in the shop');
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Take off' }).click();
  await page.getByText(`@${stopper} may be contacted again.`).waitFor();
  assert.deepEqual((await marta.call('GET /api/do-not-contact')).do_not_contact, []);
});

test('a person at the budget is written to again by a reason, and Settings say how replies count', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('PUT /api/settings/replies', { body: { budget: 1 } });
  await startCampaign(marta, { ...parts, name: 'Raku night' });
  const agent = await startScriptedAgent(site, marta, undefined, { reads_replies: true });
  const name = await agent.deliver('sent');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/people/${name}`);
  await page.getByText('1 message without a reply: campaigns leave this person alone.').waitFor();
  await page.getByRole('button', { name: 'Write again anyway' }).click();
  const dialog = page.getByRole('dialog', { name: `Write to @${name} again` });
  await dialog.getByLabel('Reason').fill('she asked in the shop');
  await dialog.getByRole('button', { name: 'Write again anyway' }).click();
  await page.getByText(/Counted again from .*: she asked in the shop/).waitFor();
  await page.getByText('0 of 1 message without a reply.').waitFor();

  await visit(page, '/settings/people');
  const change = (name: string) => page.getByRole('button', { name: `Change ${name}`, exact: true }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await change('Replies');
  await page.getByLabel('Read replies').selectOption('4');
  const quiet = page.getByLabel('Quiet days after a reply');
  await quiet.fill('91');
  await save.click();
  await page.getByText('A whole number from 0 to 90').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await quiet.fill('0');
  await save.click();
  await page.getByText('Read every 4 hours. A later campaign may write to who replied;').waitFor();
  await change('Without a reply');
  await page.getByLabel('Messages without a reply').fill('');
  await page.keyboard.press('Enter');
  await page.getByText('No limit: people are written to').waitFor();
  // Where no machine reads replies any more, one line says so and has all of their fields.
  await site.database.pool.query('update agents set reads_replies = false');
  await page.goto('/settings/people?line=stop-words');
  await page.getByText('No machine of yours can read replies now: its site driver cannot.').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Stop words', exact: true }).count(), 0);
  await page.getByLabel('German').check();
  await page.getByLabel('Your own stop words').fill('not for me\n\n genug ');
  await save.click();
  await page.getByText('Settings for replies saved.').waitFor();
  const { settings } = await marta.call('GET /api/settings/replies');
  assert.deepEqual(settings, {
    read_replies_hours: 4,
    quiet_days: 0,
    budget: null,
    reply_text_days: 90,
    stop_languages: ['en', 'de'],
    stop_words: ['not for me', 'genug'],
  });
});

test('a follow-up goes to who has not replied, and those of a blocked profile wait or are given to others', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'raku.night', 'salt.house']);
  const { list_id } = parts;
  await marta.call('POST /api/recipients/bulk', {
    body: { list_id, recipients: ['glaze.notes', 'mug.mornings', 'clay.days'] },
  });
  const id = await startCampaign(marta, { ...parts, name: 'Raku night' });
  const agent = await startScriptedAgent(site, marta, undefined, { reads_replies: true });
  for (let sent = 0; sent < 6; sent++) await agent.deliver('sent');
  const { pool } = site.database;
  // As if they had been sent five days ago.
  await pool.query("update deliveries set begun_at = begun_at - interval '5 days'");
  await pool.query("update message_ledger set last_messaged_at = last_messaged_at - interval '5 days'");
  const { rows } = await pool.query<{ recipient: string }>(
    'select recipient from deliveries d join profiles p on p.id = profile_id where profile_name = $1',
    ['kiln.club'],
  );
  assert.equal(rows.length, 2, 'the profiles take turns');
  await marta.call('POST /api/templates', {
    body: { name: 'Reminder', content: 'Still there, {username}?' },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  const offer = page.locator('section', { has: page.getByRole('heading', { name: 'Follow-up' }) });
  await offer.getByText('6 did not reply.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await offer.getByRole('button', { name: 'Send a follow-up' }).press('Enter');
  await page.getByRole('dialog', { name: 'Send a follow-up to Raku night' }).waitFor();
  await page.keyboard.press('Escape');
  const choose = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await pressItem(page.getByRole('menuitem', { name: 'Send a follow-up' }));
  };
  await choose();
  const dialog = page.getByRole('dialog', { name: 'Send a follow-up to Raku night' });
  const count = dialog.getByRole('status').last();
  await count
    .getByText('6 have not replied. All of them were written to 4 days ago or earlier and get it now.')
    .waitFor();
  await dialog.getByRole('region', { name: 'Replies' }).getByText('Replies were never read.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const days = dialog.getByLabel('Days since the message');
  await days.fill('61');
  await dialog.getByText('Days must be from 1 to 60').waitFor();
  await days.fill('10');
  await count.getByText('6 have not replied. Nobody of them was written to 10 days ago or earlier').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Create the follow-up' }).isDisabled());
  await days.fill('4');
  await dialog.getByRole('button', { name: 'Send anyway' }).press('Enter');
  await dialog.getByText('Choose a template').last().waitFor();

  await Promise.all([
    agent.readReplies([{ person: rows[0]?.recipient ?? '', text: 'Not this time.' }]),
    dialog.getByRole('button', { name: 'Read now' }).press('Enter'),
  ]);
  await count.getByText('5 have not replied.').waitFor();
  await count.getByText('Left out: 1 replied.').waitFor();
  await dialog.getByRole('region', { name: 'Replies' }).waitFor({ state: 'detached' });
  await dialog.getByLabel('Campaign name').fill('Raku again');
  await dialog.getByLabel('Message template').selectOption('Reminder');
  // What was chosen outlives the session.
  const signedOut = { status: 401, json: { error: 'Please log in.' } };
  await page.route('**/follow-up', (route) => route.fulfill(signedOut), { times: 1 });
  await dialog.getByRole('button', { name: 'Create the follow-up to 5' }).press('Enter');
  await page.getByText('Your session ended. Log in to go on.').waitFor();
  await page.getByLabel('Username').fill(marta.username);
  await page.getByLabel('Password', { exact: true }).fill(marta.password);
  await page.getByRole('button', { name: 'Log in' }).press('Enter');
  await dialog.waitFor();
  assert.equal(await dialog.getByLabel('Campaign name').inputValue(), 'Raku again');
  await dialog.getByRole('option', { name: 'Reminder', selected: true }).waitFor({ state: 'attached' });
  await count.getByText('5 have not replied.').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await dialog.getByRole('button', { name: 'Create the follow-up to 5' }).press('Enter');
  await page.getByText('Follow-up created. Press Start to begin sending.').waitFor();
  await page.getByRole('heading', { name: 'Raku again' }).waitFor();
  await page.getByRole('link', { name: 'Raku night' }).waitFor();

  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Edit' }));
  await page.getByText('A follow-up keeps its list and its profiles.').waitFor();
  await page.getByText('kiln.club, raku.night and salt.house').waitFor();
  assert.equal(await page.getByLabel('Recipient list').count(), 0);
  assert.equal(await page.getByRole('checkbox', { name: 'kiln.club' }).count(), 0);
  assert.deepEqual(await axeViolations(page), []);
  await page.getByLabel('Campaign name').fill('Raku later');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await page.getByRole('heading', { name: 'Raku later', exact: true }).waitFor();

  // Once nobody else is left one notice says why, with the ways on; with several profiles it names them all.
  const followUp = Number(page.url().split('/').at(-1));
  const start = () => marta.call('POST /api/campaigns/{id}/start', { params: { id: followUp } });
  await pool.query("update profiles set blocked_at = now() where profile_name <> 'kiln.club'");
  await start();
  await agent.deliver('sent');
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  const both = page.getByRole('region', { name: '4 people wait for 2 profiles.' });
  await both.getByRole('button', { name: 'Resume' }).waitFor();
  for (const profile of ['raku.night', 'salt.house'])
    await both
      .getByRole('listitem')
      .filter({ hasText: `2 people wait for ${profile}, which is blocked.` })
      .getByRole('button', { name: 'Let the others write to them' })
      .waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  const { standing } = await marta.call('GET /api/dashboard/needs-you', { query: { here: '0' } });
  assert.deepEqual(
    standing.map(({ reason }) => reason),
    ['Its people wait for raku.night and salt.house, which cannot send.'],
  );
  await pool.query("update profiles set blocked_at = null where profile_name = 'salt.house'");
  await start();
  await agent.deliver('sent');
  await agent.deliver('sent');
  const waiting = page.getByRole('region', { name: '2 people wait for raku.night, which is blocked.' });
  await waiting.waitFor();
  await waiting.getByRole('button', { name: 'Resume' }).waitFor();
  assert.equal(await page.getByText('None of its profiles can send.').count(), 0);
  assert.deepEqual(await axeViolations(page), []);
  await waiting.getByRole('button', { name: 'Let the others write to them' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Let the others write to the people of raku.night?' });
  await question.getByText('They will see a message from an account that they do not know.').waitFor();
  await question.getByRole('button', { name: 'Let the others write to them' }).press('Enter');
  await page.getByText('All profiles of this campaign may write to 2 people now.').waitFor();
  await waiting.waitFor({ state: 'detached' });

  // Its rest is a follow-up as well.
  await start();
  await marta.call('PUT /api/campaigns/{id}/status', {
    params: { id: followUp },
    body: { status: 'completed' },
  });
  await page.getByRole('button', { name: 'Send to the rest' }).press('Enter');
  await page.getByRole('button', { name: 'Create campaign' }).press('Enter');
  await page.getByText('Campaign created. Press Start to begin sending.').waitFor();

  // Those who are in one get no other.
  await page.getByRole('link', { name: 'Raku night' }).press('Enter');
  await page.getByRole('heading', { name: 'Raku night' }).waitFor();
  const listed = page.locator('section', { has: page.getByRole('heading', { name: 'Follow-ups' }) });
  await listed.getByRole('listitem').filter({ hasText: 'Raku later' }).getByText('Completed').waitFor();
  assert.equal(await listed.getByRole('listitem').count(), 2);
  await choose();
  await count.getByText('Nobody is left to ask.').waitFor();
  await count.getByText('Left out: 1 replied, 5 are in an earlier follow-up.').waitFor();
});
