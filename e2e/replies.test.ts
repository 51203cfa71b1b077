import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, SCREENS, visit } from './testing/browser.ts';
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
    agent.readReplies([
      { person: friend, text: 'Oh lovely, yes please! Can I bring a friend?' },
      { person: thinker, text: 'I cannot stop thinking of it' },
      { person: stopper, text: 'STOP 🙏' },
      { person: 'stranger', text: 'Do you sell mugs?' },
    ]),
    page.getByRole('button', { name: 'Read now' }).click(),
  ]);
  await page.getByText('100.0% of sent, read ').waitFor();
  await page.getByText('1 other wrote too; nothing of that is kept.').waitFor();
  await page.getByRole('row', { name: /kiln\.club .*3 \(100\.0%\)/ }).waitFor();
  const replies = page.getByRole('list', { name: 'Replies', exact: true }).getByRole('listitem');
  await replies.filter({ hasText: 'Can I bring a friend?' }).waitFor();
  await replies.filter({ hasText: 'STOP 🙏' }).getByText('On do-not-contact').waitFor();
  assert.equal(await replies.count(), 2, 'who may ask for a stop stands above');
  const undecided = page.getByRole('list', { name: 'Replies to decide on' });
  await undecided.getByText('I cannot stop thinking of it').waitFor();
  for (const screen of Object.values(SCREENS)) {
    await page.setViewportSize(screen);
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }
  await page.setViewportSize(SCREENS.desktop);
  await undecided.getByRole('button', { name: `No stop meant by @${thinker}` }).press('Enter');
  await page.getByText(`Noted: @${thinker} did not ask you to stop.`).waitFor();
  await undecided.waitFor({ state: 'detached' });
  assert.equal(await replies.count(), 3);
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

  await visit(page, '/settings');
  await page.getByRole('heading', { name: 'Replies' }).scrollIntoViewIfNeeded();
  await page.getByLabel('Read replies').selectOption('4');
  const quiet = page.getByLabel('Quiet days after a reply');
  await quiet.fill('91');
  await page.getByLabel('Messages without a reply').fill('');
  await page.getByLabel('German').check();
  await page.getByLabel('Your own stop words').fill('not for me\n\n genug ');
  const save = page.getByRole('button', { name: 'Save settings for replies' });
  await save.click();
  await page.getByText('A whole number from 0 to 90').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await quiet.fill('0');
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
