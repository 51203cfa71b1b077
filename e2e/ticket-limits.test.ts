import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const TICKET = { subject: 'Firefox closes again', description: 'It opens and closes after a while.' };

test('a user at the daily limit is told so, and keeps the typed text', async (t) => {
  const site = await startSite(t);
  const nils = await site.signUp('nils');
  const { id } = await nils.call('POST /api/support', { body: TICKET });
  for (let n = 1; n < 20; n++) await nils.call('POST /api/support', { body: TICKET });
  await site.database.pool.query(
    `insert into ticket_messages (user_id, ticket_id, id, account_id, author_name, message, created_at)
       select user_id, id, 1 + n, user_id, 'nils', 'Again', created_at
         from tickets cross join generate_series(1, 200) n where id = $1`,
    [id],
  );
  await site.database.pool.query('update tickets set message_count = 201 where id = $1', [id]);
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto('/support');
  await page.getByRole('button', { name: 'New Ticket' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subject').fill('One more');
  await dialog.getByLabel('Description').fill('Really');
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await dialog.getByText('You can make 20 tickets a day. Please write on one of those you have').waitFor();
  assert.equal(await dialog.getByLabel('Subject').inputValue(), 'One more');
  await page.goto(`/support/${id}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('One more');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You can write 200 messages a day. Please try again later.').waitFor();
  assert.equal(await message.inputValue(), 'One more');
});
